// Whether one of several symbols stands in an expression.
//
// It does where it is written: x - x has none, and x' is another symbol than x. Whether a value really
// depends on it is a question of derivatives. For one symbol alone there is depends_on (graph.hpp).
#pragma once

#include <span>

#include "expr/matrices.hpp"

namespace rattleback {

bool depends_on_any(const Expr& e, const ExprVector& symbols);
bool depends_on_any(std::span<const Expr> expressions, const ExprVector& symbols);

// Of no entry.
bool is_free_of(const ExprMatrix& matrix, const ExprVector& symbols);

}  // namespace rattleback
