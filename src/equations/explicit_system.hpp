// The setting of Voronec's equations: some velocities are functions of the others.
//
//     v_{m+ν} = α_ν(t, q, v₁ … v_m) ,   ν = 1 … k ,   T*(t, q, v₁ … v_m) = T on the constraint
//
// [T 4, 11, 20]. The independent coordinates are written q_i, the dependent ones q_{m+ν}, wherever
// they stand in the user's list. What Voronec, Chaplygin and their nonlinear generalization have in
// common is a left side that looks like Lagrange's, with the forces:
//
//     d/dt ∂T*/∂v_i − ∂T*/∂q_i = Q_i + Σ_ν ∂α_ν/∂v_i Q_{m+ν} ,   i = 1 … m
//
// to which each of them adds terms of its own. Q contains the potential; see active_forces.hpp.
#pragma once

#include "equations/equations.hpp"
#include "expr/sentence.hpp"
#include "geometry/parametrization.hpp"
#include "model/system.hpp"

namespace rattleback {

struct ExplicitSystem {
    std::vector<std::size_t> independent, dependent;  // places of q_i and q_{m+ν}
    ExprVector q, v, a;                               // independent: q_i, v_i, and the unknowns a_i
    ExprVector q_dep;                                 // q_{m+ν}
    ExprVector alpha;                                 // α_ν
    ExprMatrix alpha_v;                               // ∂α_ν/∂v_i, one row per ν
    std::vector<Replacement> on;                      // v_{m+ν} → α_ν
    std::vector<Replacement> drift;  // d/dt at a_i = 0: q_i → v_i, q_{m+ν} → α_ν, t → 1
    Expr kinetic;                    // T, in all velocities
    Expr kinetic_on;                 // T*
    ExprVector p_dep;                // ∂T/∂v_{m+ν}, on the constraint
    ExprVector force;                // Q on the constraint, one entry per coordinate
    Sentence branch;                 // which solution α is, when there was a choice

    std::size_t m() const { return v.size(); }
    std::size_t k() const { return alpha.size(); }
    // x_i + Σ_ν ∂α_ν/∂v_i x_{m+ν}, of a covector with one entry per coordinate.
    Expr along(std::size_t i, const ExprVector& covector) const;
};

ExplicitSystem explicit_system(const System& system);
// With other dependent velocities than those that explicit_form chooses.
ExplicitSystem explicit_system(const System& system, ExplicitForm form);

// Equations of motion in q and v_i, complete but for the linear system; α is the first step.
Equations explicit_equations(const System& system, const ExplicitSystem& e);

// Sets the linear system to d/dt ∂T*/∂v_i − ∂T*/∂q_i = Q_i + Σ_ν ∂α_ν/∂v_i Q_{m+ν}; a step T*.
void set_lagrange_terms(const ExplicitSystem& e, Equations& equations);

}  // namespace rattleback
