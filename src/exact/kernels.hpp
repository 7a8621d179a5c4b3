// Rewriting functions into atomic kernels: the step before a field.
//
// After this step an expression contains only sums, products, and the kernels that field.hpp
// knows, each with its argument in normal form, so that equal kernels are equal nodes:
//
//   tan u                     sin u / cos u
//   sinh, cosh, tanh          through exp
//   sin(u + kπ/12)            exact values, with √2 and √3
//   sin(asin w), cos(atan w)… algebraic functions of w
//   exp(n·log w)              w^n;    b^e with e not rational is exp(e·log b) where b is evidently
//                             not negative, and where b^(1/2) or log b occurs; otherwise a power
//   acos w                    π/2 − asin w
//   √u                        numbers into roots of primes, squares taken out as |p|, and the
//                             radicand made a square-free polynomial: √(8x²y) = 2·√2·|x|·√y
//   |u|                       product of |p| over the irreducible factors p, without bars where
//                             p is evidently not negative
//   sign u                    product of sign p likewise; |sign p| = (sign p)²
//   log of a number           sum of logarithms of primes
//
// Each rule holds wherever both of its sides are defined. Internal to src/exact.
#pragma once

#include <span>

#include "exact/limits.hpp"
#include "expr/derivative.hpp"

namespace rattleback {

ExprVector with_atomic_kernels(std::span<const Expr> expressions, const Limits& limits);
Expr with_atomic_kernels(const Expr& e, const Limits& limits);

// Products of exponentials written as one, and exp(v·log w) as w^v again: the last step for what
// leaves this folder.
Expr with_powers(const Expr& e);

// The normal form of an expression that has atomic kernels already.
Expr normal_form_of_atomic(const Expr& e, const Limits& limits);

}  // namespace rattleback
