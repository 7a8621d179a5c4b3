// A number as it was written or is to be read: 9.81, not 981/100, and 2·10⁻⁴, not 1/5000.
//
// Expressions are exact, and print what is no whole number as a fraction. A decimal stands in an
// expression for the digits themselves: each printer writes them in its own notation. It has no value;
// an expression with decimals in it is for printing only.
#pragma once

#include <string_view>

#include "expr/expr.hpp"

namespace rattleback {

// "0.25", "-3", "1.5e-12", as fmt prints numbers.
Expr decimal(std::string_view digits);

bool is_decimal(const Expr& e);

}  // namespace rattleback
