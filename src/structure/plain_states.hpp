// Whether equations hold together in some plain state, which a reader finds at a glance.
//
//     τ φ̇ = 0 loses its rank where φ̇ = 0 and ẋ cos φ + ẏ sin φ = 0: at rest, for one.
//
// States at rest are tried, with coordinates that are 0, 1 or a multiple of a right angle, and of these
// those that the constraints allow; a height that only one constraint knows is as that says. Parameters
// stay letters. The positions of the model's start are tried too. That none is found says nothing.
#pragma once

#include "model/system.hpp"

namespace rattleback {

bool hold_in_a_plain_state(const System& system, const ExprVector& equations);

}  // namespace rattleback
