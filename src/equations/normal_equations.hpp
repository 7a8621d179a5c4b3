// Equations of motion solved for their unknowns, as one would write them down.
//
// matrix · unknowns = right is solved exactly and simplified, when that stays within limits; beyond
// them the equations are better left as they are, and solved in numbers at each state.
#pragma once

#include <limits>
#include <optional>

#include "equations/equations.hpp"
#include "exact/simplify.hpp"

namespace rattleback {

// The unknowns as functions of t, q and speeds, one per unknown; empty where they are not
// determined, beyond the limits, or when they are together longer to read than `longest`
// (reading_cost).
std::optional<ExprVector> solve_for_unknowns(
    const Equations& equations, double longest = std::numeric_limits<double>::infinity());

// Each row of matrix · unknowns = right: left and right side.
struct Row {
    Expr left, right;
};
std::vector<Row> rows(const Equations& equations, const SimplifyOptions& options = {});

}  // namespace rattleback
