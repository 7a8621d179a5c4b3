// What follows from parts having values: |x| is x where √x has one.
//
//     √u, u^(p/q)      u ≥ 0, so |u| = u
//     log u            u > 0, so sign u = 1 too
//     asin u, acos u   |1 − u| = 1 − u, |1 + u| = 1 + u
//
// Internal to src/exact.
#pragma once

#include <span>

#include "expr/expr.hpp"

namespace rattleback {

// The expression without the bars and signs that the parts make superfluous: equal to it wherever all
// parts have values.
Expr where_parts_have_values(const Expr& e, std::span<const Expr> parts);

}  // namespace rattleback
