// Constraints of order three and more: what their reaction is.
//
//     Σ C_i(t, q, v) q⁽ᵖ⁾ⁱ + c(t, q, v, a, …) = 0 ,    R = μ C      [Talamucci §4]
//
// A constraint of order p says how the (p − 2)-th derivative of its reaction goes on: it restricts
// neither state nor acceleration, and μ with its derivatives before that one belongs to the state.
// The direction is that of Chetaev's rule, by the highest derivatives; it must be known where the
// accelerations are not, so that coefficients with accelerations in them need a direction given by
// the model. All such constraints of a model have one order: of two orders, the lower one would
// restrict the state of the higher.
#pragma once

#include "model/system.hpp"

namespace rattleback {

// Primes of a coordinate in a constraint.
inline constexpr int highest_order_of_a_constraint = 6;

// Why there is no direction for the reaction, or none that is known; a clause.
std::optional<std::string> obstacle_to_reaction(const Constraint& constraint, const System& system);

// With the direction of its reaction, along its highest derivatives where none is given.
HigherConstraint higher_constraint(Constraint constraint, ExprVector latent, const System& system);

}  // namespace rattleback
