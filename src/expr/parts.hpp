// The parts of a formula that need a value of their own, before canonical form makes them disappear.
//
// sqrt(x)*sqrt(x) is x once it is read, and log(x) - log(x) is 0; as they are written they have no value
// where x < 0. The parts that may lack one are functions, powers, and what is divided by.
#pragma once

#include "expr/parse.hpp"

namespace rattleback {

// Each call, each power, and 1/u for each divisor u of an equation, as expressions.
std::vector<Expr> parts_of_equation(std::string_view text, const Names& names = {});

}  // namespace rattleback
