// How smooth an input must be.
//
// The motion depends on an input up to some derivative: a torque enters the forces as it is, an angle of
// steering a constraint on velocities, whose rate has its first derivative, and a mass that is moved the
// forces with its second. The derivatives below the highest one must not jump: velocities would jump with
// them, by an impact, of which the equations say nothing. That one itself may: it makes accelerations jump.
#pragma once

#include "model/system.hpp"

namespace rattleback {

// Finds the highest derivatives of inputs on which accelerations and the forces of drives depend, in a system
// with their names.
// Throws ModelError for an input with a lower derivative that jumps, or may.
void find_needed_orders(System& system);

}  // namespace rattleback
