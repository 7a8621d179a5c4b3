// What belongs to mechanics, at every sample of a trajectory.
//
// Reactions R, one per coordinate, and the multipliers of forms that have them, from the linear
// system solved once more at each sample, and the forces at contacts (contact_forces.hpp). Where somebody
// ends the run, or this, those of some thousand samples are computed still; the others have no value, NaN,
// and a note says so.
#pragma once

#include <stop_token>

#include "trajectory/phases.hpp"

namespace rattleback {

void add_mechanics(const MotionProblem& motion, const std::stop_token& stop,
                   Trajectory& trajectory);
// Of states that have only their phases; by the interpreter.
void add_mechanics(const System& system, const Equations& equations, const std::stop_token& stop,
                   Trajectory& trajectory);

// The same of a run in phases, each by its own equations; of the model's as the columns say.
void add_mechanics_of_phases(const System& system, const Equations& equations, const Phases& run,
                             const std::stop_token& stop, Trajectory& trajectory);

}  // namespace rattleback
