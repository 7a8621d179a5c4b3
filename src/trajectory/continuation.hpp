// A trajectory that was computed in two sets of variables, as one.
//
// A form whose variables fail hands over at the end of its last whole step; the rest of the motion
// comes in all velocities (simulate.hpp). Here the end of the first part is cut off, and the second is
// put back into the columns of the form: q and the speeds as functions of (t, q, v). Where these have
// no value there is NaN, which is true. Multipliers belong to the way a constraint is written and are
// NaN in the second part; reactions are the same in all variables.
#pragma once

#include "compiled/compiled_function.hpp"
#include "equations/equations.hpp"
#include "model/system.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

// The system and its equations in all velocities, with constraints free of denominators.
struct InVelocities {
    System system;
    Equations equations;
};
InVelocities in_velocities(const System& system);

// Drops samples, dense output and events beyond the last whole step.
void cut_after_last_step(Trajectory& trajectory, double direction);

// (q, v, t, parameters) → q and the speeds of the form.
CompiledFunction in_form(const System& system, const Equations& equations);

// Appends from the given sample of `more` on, whose states are (q, v), and keeps it as the rest. The
// code is that of in_form, the system has the values of the run.
void append_in_form(const System& system, const CompiledFunction& code, Trajectory more,
                    std::size_t first_sample, Trajectory& trajectory);

// Whether both have the same constraints, letter by letter, so that contacts mean the same in both.
bool has_same_constraints(const System& a, const System& b);

}  // namespace rattleback
