// Shorter and prettier, exactly equal.
//
// Several ways of writing the same expression are made from its exact form: expanded, factored,
// collected by velocities, with sin² or with cos², with compound angles kept or split; the one that
// is cheapest to read wins, and the input wins a tie. Work is bounded: beyond the limits, or where
// the expression has no exact form, the input is returned. So it may always be called. Each thread
// remembers its results.
#pragma once

#include "exact/limits.hpp"
#include "expr/matrices.hpp"

namespace rattleback {

struct SimplifyOptions {
    Limits limits = {.terms = 5'000, .work = 300};
    std::size_t largest_graph = 5'000;  // nodes of the input
};

Expr simplify(const Expr& e, const SimplifyOptions& options = {});
ExprMatrix simplify(ExprMatrix matrix, const SimplifyOptions& options = {});  // entry by entry

}  // namespace rattleback
