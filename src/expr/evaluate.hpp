// The value of expressions at given values of their symbols.
//
// In double precision every expression without unspecified functions has a value (perhaps NaN,
// outside the domain of a function). In exact rationals it has one where only arithmetic and
// special values such as sin 0 or √4 are met. This is for looking at an expression now and then;
// what runs inside an integration is compiled.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/expr.hpp"

namespace rattleback {

using Values = std::unordered_map<Expr, double>;
using ExactValues = std::unordered_map<Expr, Number>;

// Throws NumericalError naming the symbol that has no value. A value may also be given for an
// unspecified function application.
std::vector<double> evaluate(std::span<const Expr> expressions, const Values& values);
double evaluate(const Expr& e, const Values& values);

// Empty when the value is not rational, or not found to be. Throws NumericalError at a pole.
std::optional<Number> evaluate_exactly(const Expr& e, const ExactValues& values);

}  // namespace rattleback
