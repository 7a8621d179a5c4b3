// The left sides of equations in Voronec's family: all that stands beside the forces.
//
//     Σ_r matrix_ir a_r − right_i + Q_i + Σ_ν ∂α_ν/∂v_i Q_{m+ν} ,   i = 1 … m
//
// Identities between formulations are about these. `zero_if_proved` is how a step shows one: 0 where
// exact algebra proves it within a reader's patience, and what was computed elsewhere. Where this is
// too large to be tried, there is no step to show.
#pragma once

#include "equations/explicit_system.hpp"

namespace rattleback {

ExprVector left_side(const ExplicitSystem& e, const Equations& equations);

Expr zero_if_proved(const Expr& e);

// Adds the step with `entries`, of which those that are proved to vanish are 0.
void show_difference(const ExprVector& entries, Step step, std::vector<Step>& steps);

}  // namespace rattleback
