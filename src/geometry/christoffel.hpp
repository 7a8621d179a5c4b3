// Christoffel symbols of a metric g_ij(q).
//
//     Γ_ijk = ½ (∂ᵢg_jk + ∂ⱼg_ki − ∂ₖg_ij)        first kind [B 15], stored as [i][j][k]
//     {r ks} = gʳⁱ Γ_ksi                          second kind [D 3], stored as [r][k][s]
//
// Of equations of motion only the inertial terms Γ_ksi vᵏvˢ are needed: contract first, then raise
// the index, and the n³ symbols of the second kind need not be written.
#pragma once

#include "geometry/metric.hpp"

namespace rattleback {

using ExprTensor = std::vector<ExprMatrix>;  // three indices

ExprTensor christoffel_first_kind(const Metric& metric);
ExprTensor christoffel_second_kind(const Metric& metric, const ExprTensor& first_kind);

// Γ_ksi vᵏvˢ, one entry per i.
ExprVector inertial_terms(const ExprTensor& first_kind, const ExprVector& v);

}  // namespace rattleback
