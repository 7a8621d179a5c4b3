// The state at which a motion begins, as formulas.
//
// Parameters that the system still has stay letters. What the model names is taken as it is; velocities that it
// does not name are completed where the constraints are linear or affine in them: nearest to rest in the
// metric of the kinetic energy, as initial_state.hpp does in numbers,
//
//     M δ + Cᵀ μ = 0 ,    C δ = −c ,    for the δ of the velocities that are not named .
//
// Other constraints must be satisfied by what is named.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

// One replacement for t and for each coordinate, velocity and speed of the equations.
// Throws NumericalError where the constraints are not satisfied, or that is not proved.
std::vector<Replacement> exact_start(const System& system, const Equations& equations);

}  // namespace rattleback
