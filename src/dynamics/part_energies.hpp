// The kinetic energies of the parts of a system: sets of coordinates that no inertia couples.
//
//     T_p = Σ Mᵢⱼ vᵢ vⱼ/2 ,    dT_p/dt = Σ (fᵢ + Rᵢ) vᵢ + Σ (dMᵢⱼ/dt) vᵢ vⱼ/2 ,    i and j in p,
//
// with M a = f + R. The energy of a heavy body hides that of a light one: each has its own balance.
// There is none where all is one part, nor where the inertia depends on velocities.
#pragma once

#include "dynamics/motion_states.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

std::vector<Balance> part_energies(const System& system);

// How large they become, at some of the steps of a run, or else of the samples.
std::vector<double> sizes_of_parts(const System& system, const Equations& equations,
                                   const Trajectory& run);

}  // namespace rattleback
