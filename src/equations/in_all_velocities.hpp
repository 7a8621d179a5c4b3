// Equations whose state is (q, v), before anything is said of the motion.
//
//     Equations equations = in_all_velocities("maggi", system);
//     equations.matrix = …;                                   // and the right side, and the reactions
//
// All velocities are speeds, and their rates the unknowns: forms with multipliers add these behind them.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

Equations in_all_velocities(std::string form, const System& system);

}  // namespace rattleback
