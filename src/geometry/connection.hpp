// Spaces in which constrained motions are geodesics: Djukić's connections.
//
//     aʳ + Γʳ_ks vᵏvˢ = 0                                                             [D 7, 10]
//
// Without forces, and with mutually orthogonal constraints C_(ν)i aⁱ + c_(ν)ks vᵏvˢ = 0:
//
//     Γʳ_ks = {r ks} − Σ_ν C_(ν)ʳ K_(ν)ks ,      K_ks = (C_i {i ks} − c_ks)/(CᵐC_m)         [D 8, 17]
//     ∇_s g_ij = Σ_ν K_(ν)si C_(ν)j + K_(ν)sj C_(ν)i                                      [D 9, 18]
//
// (the paper writes them in a chart where c = 0, and (17), (18) for covectors of unit length).
// The connection is symmetric and not metric. With forces, or any other constraints, the
// semi-symmetric and semi-metric connection
//
//     Γ̄ʳ_ks = {r ks} + (−Q̄_k δʳ_s + Q̄_s δʳ_k − Q̄ʳ g_ks)/2T                            [D 11]
//     ∇_s g_ij = Q̄_s g_ij/T                                                           [D 16]
//
// where Q̄ is force plus reaction [D 12, 19] and 2T = g_ij vⁱvʲ. It does not exist at rest, T = 0;
// the equation of its geodesics does, since there T cancels: Γ̄ʳ_ks vᵏvˢ = {r ks} vᵏvˢ − Q̄ʳ.
//
// The derivative's index comes first throughout: ∇_s g_ij = ∂_s g_ij − Γʳ_si g_rj − Γʳ_sj g_ir.
// With the other order (14) and (16) would not hold.
#pragma once

#include "geometry/christoffel.hpp"

namespace rattleback {

struct Connection {
    ExprTensor coefficients;       // Γʳ_ks as [r][k][s]
    ExprTensor metric_derivative;  // ∇_s g_ij as [s][i][j], by the closed formulas above
    ExprVector contracted;         // Γʳ_ks vᵏvˢ, one entry per r
};

// A constraint C_i aⁱ + c_ks vᵏvˢ = 0 whose covector is orthogonal to those of others.
struct HomogeneousConstraint {
    ExprVector covector;   // C_i
    ExprMatrix quadratic;  // c_ks
};

// Both need the Christoffel symbols of the first kind.
// (8), (17); with no constraint the connection of the metric itself.
Connection inertial_connection(const Metric& metric, const ExprTensor& first_kind,
                               const ExprVector& v,
                               std::span<const HomogeneousConstraint> constraints);
// (11), for Q̄_i.
Connection semi_symmetric_connection(const Metric& metric, const ExprTensor& first_kind,
                                     const ExprVector& v, const ExprVector& force);

// Of any connection: Γʳ_[ks] = ½(Γʳ_ks − Γʳ_sk).
ExprTensor torsion(const ExprTensor& coefficients);

}  // namespace rattleback
