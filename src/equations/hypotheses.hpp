// What several formulations ask of a system, each with the words that say what breaks it.
//
// A formulation's refusal is the first of its hypotheses that fails: a sentence fragment that names
// the guilty constraint, such as "the constraint 'blade' is not linear in the velocities". Nothing
// is returned where the hypothesis holds. `first_of` chains them without evaluating the rest.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

// Reactions follow d'Alembert–Chetaev: R vanishes on D = ker A.
Refusal unless_ideal(const System& system);
// No constraint is of order three or more.
Refusal unless_of_lower_order(const System& system);
// Constraints are on positions and velocities, not on accelerations.
Refusal unless_of_first_order(const System& system);
// Constraints are equations; a parametrization v = ψ(t, q, z) does not stand in their place.
Refusal unless_given_by_equations(const System& system);
// Constraints are linear or affine in the velocities.
Refusal unless_affine(const System& system);
// Constraints are linear and homogeneous in the velocities, and free of time.
Refusal unless_linear_and_stationary(const System& system);
// The mass matrix is not singular in every state, so that it has an inverse.
Refusal unless_mass_is_regular(const System& system);
// Constraints can be solved for as many velocities, in closed form.
Refusal unless_explicit(const System& system);

// Whether e does not change with the symbol; a dependence that cancels is not one.
bool is_free_of(const Expr& e, const Expr& symbol);

template <typename... Hypotheses>
Refusal first_of(const System& system, const Hypotheses&... hypotheses) {
    Refusal why;
    (void)((why = hypotheses(system)) || ...);
    return why;
}

}  // namespace rattleback
