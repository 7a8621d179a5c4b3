// The energy of a motion, and where constraints leave it alone.
//
//     E = v·∂L/∂v − L
//
// the one definition of it, for any Lagrangian; where inputs move masses, their rates count among the v. Reactions that are ideal and belong to constraints that
// are linear or homogeneous in the velocities do no work: by Euler A v = 0 where the constraints hold.
#pragma once

#include "model/system.hpp"

namespace rattleback {

Expr energy_of(const Expr& lagrangian, const ExprVector& velocities);
// Of a system: with the momenta of what its inputs move, ∂L/∂s' s'.
Expr energy_of(const System& system);
// ∂L/∂v; those of large systems are dear, and asked for often (base/remembered.hpp).
ExprVector momenta_of(const Expr& lagrangian, const ExprVector& velocities);

// As far as it can be seen without algebra. A parametrization without equations of the constraints
// leaves A unknown: then it is not seen.
bool reactions_do_no_work(const System& system);

}  // namespace rattleback
