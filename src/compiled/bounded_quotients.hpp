// Quotients of exponentials, written so that they have values where their parts have none.
//
// The derivatives of switches and hills made of exponentials are quotients of two numbers that both
// leave the range of double far away, where the quotient is 0:
//
//   exp(v)/(1 + exp(v))²    1/((exp(−v) + 1)·(1 + exp(v)))
//   sinh(u)/cosh(u)³        tanh(u)/cosh(u)²
//
// In general an exponential above the bar goes into the sums below that grow with it, into each no
// more than it grows itself.
#pragma once

#include <span>

#include "expr/derivative.hpp"

namespace rattleback {

ExprVector with_bounded_quotients(std::span<const Expr> expressions);

}  // namespace rattleback
