// What must not vanish for expressions to have a value, and constraints without it.
//
// y' = x' tan φ and x' sin φ = y' cos φ are the same constraint, but the first has no meaning at
// φ = π/2. A constraint that is linear or affine in the velocities may be multiplied by anything that
// does not vanish: cleared of its denominators it says the same, and more where they vanish. Not of
// all: z' = y' sin(x)/x has a limit at x = 0, where x z' = y' sin x says nothing.
#pragma once

#include "model/system.hpp"

namespace rattleback {

// Bases of negative powers that contain one of the variables, and cos u for tan u.
ExprVector denominators(const ExprVector& expressions, const ExprVector& variables);

// The system with linear and affine constraints multiplied by their denominators, where that removes
// them, but for those with which all of the constraint would vanish.
System with_cleared_constraints(const System& system);

}  // namespace rattleback
