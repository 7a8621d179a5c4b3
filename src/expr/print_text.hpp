// Expressions in the formula language.
//
// The text reads back as exactly the same expression: parse(to_text(e)) == e, if names that e has
// from elsewhere than a formula are names, its symbols have at most two primes, and functions are
// allowed that e has unspecified (Names::any_function). Floating constants are written
// float(0.1). Throws NumericalError for what cannot be written out; see written.hpp.
#pragma once

#include <string>

#include "expr/equation.hpp"

namespace rattleback {

std::string to_text(const Expr& e);
std::string to_text(const Equation& equation);  // "left = right"

}  // namespace rattleback
