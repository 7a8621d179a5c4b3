// What the rounding of its parts makes of a formula that is evaluated in floating point.
//
// A part n of a formula F is wrong by about ε |n|, and F by |∂F/∂n| times that: w*t - sin(2*w*t)/2 is of
// size t³ near t = 0, and wrong by ε t. The sum over all parts, taken from the leaves up, is
//
//     E(n) = |n| + Σ |∂n/∂cᵢ| E(cᵢ)                  cᵢ the children of n
//
// in units of ε. Numbers that stand alone count as exact; symbols are as exact as doubles are; integrals are
// as exact as their values are found.
#pragma once

#include "expr/derivative.hpp"

namespace rattleback {

Expr rounding_of(const Expr& formula);

// The least of it, ε S, by as many operations as the formulas themselves take: as large as their sums
// are if no term cancels another, S(n) = Σ |cᵢ| S(nᵢ), through products too.
ExprVector uncancelled(const ExprVector& formulas);

}  // namespace rattleback
