// Even or odd: what becomes of an expression when some of its symbols change their sign.
//
// Read off the graph, node by node: a sum has the parity that all its terms have, a product that of
// the number of its odd factors, a function of one odd argument its own. What is found is proved, at
// the cost of one look at each node; `None` says only that the expression does not show it.
#pragma once

#include "expr/functions.hpp"

namespace rattleback {

Parity parity_in(const Expr& e, std::span<const Expr> symbols);

}  // namespace rattleback
