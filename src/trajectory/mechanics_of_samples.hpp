// What belongs to mechanics, at every sample of a trajectory.
//
// Reactions R, one per coordinate, and the multipliers of forms that have them, from the linear
// system solved once more at each sample; the energy E = v·∂L/∂v − L and how far it strays from its
// first value; the residual of every constraint. Whether E should stay is for the analysis to say:
// time in L, forces beside it and constraints that are not homogeneous change it.
#pragma once

#include "compiled/equations_of_motion.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

void add_mechanics(const System& system, const Equations& equations,
                   const EquationsOfMotion& motion, Trajectory& trajectory);

}  // namespace rattleback
