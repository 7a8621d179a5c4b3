// Whether constraints have no value or no gradient where a velocity is zero, so that every motion that comes
// to rest there ends.
//
// They have none with a root of the same velocities, as z' = k √(x'² + y'²), or as (z')² = k² (x'² + y'²), of
// which (z')² is left.
#pragma once

#include "trajectory/norm_squares.hpp"

namespace rattleback {

// The velocity is zero where the parts of its norm are.
bool is_apex(const System& system, const NormSquares& squares);

}  // namespace rattleback
