// How much a system is constrained where it starts: Gauss's function at the acceleration of its motion,
//
//     G = ½ ‖a − a_free‖²_M = ½ (a − a_free)·M (a − a_free) ,
//
// M a_free = f the acceleration without the constraints. Of the accelerations that the constraints allow
// none has a smaller G, where they are ideal [B §5]. Here it compares branches: where a motion starts on
// several of them, each has its own least value.
#pragma once

#include <optional>

#include "model/system.hpp"

namespace rattleback {

// At the initial values of the model, which are to be consistent. Nothing where the motion is not
// determined there, or M is singular.
std::optional<double> constraint_at_start(const System& system);

}  // namespace rattleback
