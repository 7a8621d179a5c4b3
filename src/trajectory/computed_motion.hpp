// A run with what it was computed from: all of it, or one part in one set of variables.
//
// The three belong to somebody else, who outlives it.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

struct ComputedMotion {
    const System& system;
    const Equations& equations;
    const Trajectory& trajectory;
};

}  // namespace rattleback
