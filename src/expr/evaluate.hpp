// The value of expressions at given values of their symbols.
//
// In double precision every expression without unspecified functions has a value (perhaps NaN,
// outside the domain of a function). This is for looking at an expression now and then; what runs
// inside an integration is compiled.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "expr/expr.hpp"

namespace rattleback {

using Values = std::unordered_map<Expr, double>;

// Throws NumericalError naming the symbol that has no value. A value may also be given for an
// unspecified function application.
std::vector<double> evaluate(std::span<const Expr> expressions, const Values& values);
double evaluate(const Expr& e, const Values& values);

}  // namespace rattleback
