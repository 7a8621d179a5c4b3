// The method `auto`: chooses, and says what it chose.
//
// Mechanics without strong damping is smooth and not stiff: dop853 is the choice. While it runs,
// its stages tell how large |hλ| is; where that stays at the boundary of stability for fifteen
// steps, the problem is stiff, and bdf goes on from there. The trajectory's method is the one that
// ran last, and its notes say what was chosen, when and why.
#pragma once

#include "trajectory/recorder.hpp"

namespace rattleback {

void run_auto(const OdeProblem& problem, Recorder& recorder);

}  // namespace rattleback
