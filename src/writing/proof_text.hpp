// Whether two formulas are equal, in sentences: proved, certified, refuted at a point, or not decided.
//
//     Refuted: left minus right is 0.5 at x = 1/2.
#pragma once

#include <string>

#include "exact/is_zero.hpp"

namespace rattleback {

std::string proof_text(const ZeroTest& test);

}  // namespace rattleback
