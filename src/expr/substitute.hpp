// Simultaneous substitution of expressions for symbols, or for any other parts.
//
// All replacements happen at once: {x → y, y → x} swaps. A part is found where it is a node of the
// graph: the sum x + y inside x + y + z is not one. Replacing x leaves x' alone. The result is
// canonical, so numbers put in for symbols fold exactly: this is also evaluation in rationals.
#pragma once

#include <span>

#include "expr/derivative.hpp"

namespace rattleback {

ExprVector substitute(std::span<const Expr> expressions, std::span<const Replacement> replacements);
Expr substitute(const Expr& e, std::span<const Replacement> replacements);

// The node with other children: the same function, coefficients or exponents. The node itself where
// they are its own.
Expr with_children(const Expr& node, std::span<const Expr> args);

}  // namespace rattleback
