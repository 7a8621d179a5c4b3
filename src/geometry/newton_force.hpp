// The force at the only support of a single body by Newton's law, F = d(m v)/dt − m g: also where
// coordinates keep the body on its surface, and no constraint tells the force.
//
// Nothing but weight must act beside it, and the coordinates must leave the centre of mass two
// directions: else they hold it too.
#pragma once

#include <optional>

#include "model/system.hpp"

namespace rattleback {

bool is_only_support(const System& system);

struct NewtonForce {
    Vector3 momentum;
    Vector3 force;  // in t, q, v and accelerations
};

// Of a system of which that is true.
NewtonForce newton_force(const System& system);

}  // namespace rattleback
