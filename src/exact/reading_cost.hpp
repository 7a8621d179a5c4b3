// What an expression costs a reader.
//
// One for each symbol, digit and operator that would be written, two for a function, one for a pair
// of parentheses. Shared parts count each time they occur, as they are read each time. A measure
// for choosing between ways of writing the same thing: (m₁ + m₂)·(ẋ² + ẏ²) before its expansion.
#pragma once

#include "expr/expr.hpp"

namespace rattleback {

double reading_cost(const Expr& e);

}  // namespace rattleback
