// The method `auto`: chooses, and says what it chose.
//
// Mechanics without strong damping is smooth and not stiff: taylor is the choice, at any tolerance.
// Where there are no formulas of f, from where f has a value but no series, and where f is long and the
// tolerance so loose that its series cost more, it is dop853. Both notice when their steps
// are small only because they would else be unstable: the problem is stiff, and bdf goes on from
// there. The trajectory's method is the one that ran last, and its notes say what was chosen, when
// and why.
//
// `taylor`, asked for by its name, is left for dop853 too from where the motion has no series, and only
// there.
#pragma once

#include "trajectory/recorder.hpp"

namespace rattleback {

void run_auto(const OdeProblem& problem, Recorder& recorder);
void run_taylor(const OdeProblem& problem, Recorder& recorder);

}  // namespace rattleback
