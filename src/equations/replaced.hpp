// Equations with other expressions in the place of some, as values of inputs in that of their names.
//
// What was decided while they were derived, as by which velocity a constraint is solved, stays as it is: it
// was decided for any value.
#pragma once

#include <span>

#include "equations/equations.hpp"

namespace rattleback {

// But for the steps of their derivation, of which there are none.
Equations with_replaced(Equations equations, std::span<const Replacement> replacements);

}  // namespace rattleback
