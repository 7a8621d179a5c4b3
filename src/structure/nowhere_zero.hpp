// Expressions that vanish in no state, as one sees who completes squares:
//
//     x² + x + 1                    its squares and what they leave have one sign
//     2y² + y sin y + 2             b² < 4ac, with y inside functions taken for another letter
//     2 cos φ + 3 sin φ + 4         c² > a² + b²
//
// and all whose range (geometry/range.hpp) is without zero. False says nothing.
#pragma once

#include "exact/limits.hpp"
#include "model/system.hpp"

namespace rattleback {

// In the symbols `varying`; those of the parameters have the signs of their values.
bool is_nowhere_zero(const Expr& f, const ExprVector& varying,
                     const std::vector<Parameter>& parameters, const Limits& limits);

}  // namespace rattleback
