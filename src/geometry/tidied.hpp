// Quick simplification of what elimination leaves.
//
// Only small entries, and those of few rows: simplifying more costs more than it gives.
#pragma once

#include "expr/expr.hpp"

namespace rattleback {

inline constexpr std::size_t largest_tidied = 60;  // nodes
inline constexpr std::size_t most_tidied_rows = 3;

Expr tidied(const Expr& e);

}  // namespace rattleback
