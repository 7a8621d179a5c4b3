// The free motion and the forces of a random system.
#pragma once

#include "random/random_model.hpp"

namespace rattleback::testing {

// A Lagrangian, or particles.
void add_free_motion(RandomSource& random, RandomModel& to);

// Forces without a potential, on the coordinates and on the particles.
void add_forces(RandomSource& random, RandomModel& to);

}  // namespace rattleback::testing
