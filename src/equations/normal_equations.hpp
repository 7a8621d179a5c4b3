// Equations of motion solved for their unknowns, as one would write them down.
//
// matrix · unknowns = right is solved exactly and simplified, when that stays within limits; beyond
// them the equations are better left as they are, and solved in numbers at each state.
#pragma once

#include <optional>

#include "equations/equations.hpp"
#include "exact/limits.hpp"

namespace rattleback {

// The unknowns as functions of t, q and speeds, one per unknown; empty beyond the limits.
std::optional<ExprVector> solve_for_unknowns(const Equations& equations,
                                             const Limits& limits = {
                                                 .terms = 20'000,
                                                 .time = std::chrono::milliseconds(1'000)});

// Each row of matrix · unknowns = right: left and right side.
struct Row {
    Expr left, right;
};
std::vector<Row> rows(const Equations& equations);

}  // namespace rattleback
