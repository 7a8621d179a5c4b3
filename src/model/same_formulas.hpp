// Whether two systems say the same in letters.
//
// They may differ in the values of their parameters, in their start and in what only people read. What
// is derived and compiled from one without looking at values serves the other.
#pragma once

#include "model/system.hpp"

namespace rattleback {

bool same_formulas(const System& a, const System& b);

}  // namespace rattleback
