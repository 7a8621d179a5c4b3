// Inputs: functions of time that formulas name, s, s', s'', whatever their values are.
//
// An input is an unspecified function of t, so that its derivative by time is found as any other, and
// exact algebra takes it for any function. Its name in the graph begins with a sign that no name of a
// formula has, and so it is written as a letter with primes, as a coordinate is, and not as A[1](t).
#pragma once

#include "expr/expr.hpp"

namespace rattleback {

Expr input(std::string_view name, int order = 0);

bool is_input(const Expr& node);
std::string_view input_name(const Expr& node);
int input_order(const Expr& node);  // how often it is differentiated

// The highest order of this input that occurs; −1: it does not.
int input_order_in(std::span<const Expr> expressions, std::string_view name);

}  // namespace rattleback
