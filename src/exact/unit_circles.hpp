// cos² u + sin² u = 1 inside sums, where both stand beside one factor and nothing else is changed.
//
//     a (2 cos² t + 2 sin² t + (x + y)²)  →  a (2 + (x + y)²)
//
// For what is too long to be simplified as a whole, or would only become longer: its parts stay as they
// are. Exactly equal.
#pragma once

#include "expr/expr.hpp"

namespace rattleback {

Expr with_unit_circles(const Expr& e);

}  // namespace rattleback
