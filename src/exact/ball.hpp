// Values with rigorous bounds: ball arithmetic by Arb.
//
// A Ball is an interval [midpoint ± radius] that is guaranteed to contain the exact value of an
// expression at exact rational arguments. If it does not contain zero, the expression is not zero:
// that is a proof. If the expression has no real value there, the ball is not finite.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "expr/expr.hpp"

namespace rattleback {

struct Ball {
    double midpoint = 0;
    double radius = 0;  // an upper bound, rounded up
    bool finite = false;
    bool contains_zero = true;
};

using Point = std::unordered_map<Expr, Number>;

// Evaluates with `bits` of working precision. Every symbol must have an exact value in the point;
// throws NumericalError naming one that has not, or an unspecified function.
Ball evaluate_ball(const Expr& e, const Point& point, int bits = 128);

}  // namespace rattleback
