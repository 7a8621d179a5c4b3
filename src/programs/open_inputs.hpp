// A motion for a program of which the inputs are given from outside.
//
// An input with a formula is computed by the program. One that is open, or a table, is a field of the
// parameters, as is each of its derivatives that the equations need: steer, steer_dot, steer_ddot. Whoever
// calls the program sets them before each call.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

bool has_open_inputs(const System& system);

struct MotionOfProgram {
    System system;
    Equations equations;
};

// Of a motion that was derived with the names of its inputs.
MotionOfProgram with_open_inputs(const System& by_name, const Equations& equations);

}  // namespace rattleback
