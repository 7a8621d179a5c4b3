// The constraints of a random system, and the law of their reactions.
#pragma once

#include "random/random_model.hpp"

namespace rattleback::testing {

void add_constraints(RandomSource& random, RandomModel& to);

}  // namespace rattleback::testing
