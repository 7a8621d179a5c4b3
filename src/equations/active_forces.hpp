// L taken apart: the kinetic energy T, and everything else as a force.
//
//     L = T − V ,   V = −L(t, q, 0) ,   Q = F − ∂V/∂q
//
// The older formulations speak of T and of generalized forces Q, not of L. What L has without
// velocities is the potential; T is what vanishes with them. In moving coordinates the part of the
// kinetic energy that is free of velocities is thereby counted with V: the equations of motion do
// not know the difference. Where L has no value at v = 0, T is all of L.
#pragma once

#include "model/system.hpp"

namespace rattleback {

struct ActiveForces {
    Expr kinetic;      // T(t, q, v)
    ExprVector force;  // Q(t, q, v), one entry per coordinate
};

ActiveForces active_forces(const System& system);
// The same with another Lagrangian in the place of the system's.
ActiveForces active_forces(const System& system, const Expr& lagrangian);

}  // namespace rattleback
