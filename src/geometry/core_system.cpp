#include "geometry/core_system.hpp"

#include <algorithm>

#include "base/remembered.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/flattened.hpp"
#include "expr/substitute.hpp"
#include "geometry/solution_space.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// A and β of one constraint: its time derivative, taken until accelerations appear.
void add_row(const System& system, const Constraint& constraint, ConstraintRows& rows) {
    const auto by_time = system.by_time();
    Expr b = constraint.expression;
    for (int order = constraint.order; order < 2; ++order) b = derivative_along(b, by_time);
    rows.a.push_back(gradient(b, system.a));
    std::vector<Replacement> without_accelerations;
    for (const Expr& a : system.a) without_accelerations.emplace_back(a, 0);
    rows.beta.push_back(substitute(b, without_accelerations));
}

// Rows N with R = Nᵀ μ, for the constraints that were kept.
ExprMatrix reaction_rows(const System& system, const ConstraintRows& rows) {
    if (!system.reaction_vanishes_on.empty())
        return null_space(system, system.reaction_vanishes_on);
    ExprMatrix n;
    for (std::size_t i = 0; i < rows.a.size(); ++i)
        n.push_back(system.constraints[rows.independent[i]].reaction.value_or(rows.a[i]));
    return n;
}

ConstraintRows independent(const ConstraintRows& all) {
    ConstraintRows kept;
    for (const auto i : independent_rows(all.a)) {
        kept.a.push_back(all.a[i]);
        kept.beta.push_back(all.beta[i]);
        kept.independent.push_back(i);
    }
    return kept;
}

ConstraintRows differentiated(const System& system) {
    ConstraintRows all;
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        add_row(system, system.constraints[i], all);
        all.independent.push_back(i);
    }
    return all;
}

// All that the rows depend on.
ExprVector formulas(const System& system) {
    ExprVector result{static_cast<int>(system.size()), system.t};
    for (const ExprVector* part : {&system.q, &system.v, &system.a}) append(result, *part);
    for (const Constraint& c : system.constraints) append(result, {c.order, c.expression});
    return result;
}

}  // namespace

ConstraintRows all_constraint_rows(const System& system) {
    thread_local Remembered<ExprVector, ConstraintRows> known;
    return known.value(formulas(system), [&] { return differentiated(system); });
}

ConstraintRows constraint_rows(const System& system) {
    thread_local Remembered<ExprVector, ConstraintRows> known;
    const ConstraintRows all = all_constraint_rows(system);
    const ExprVector key = joined({{static_cast<int>(all.a.size())}, flattened(all.a), all.beta});
    return known.value(key, [&] { return independent(all); });
}

std::vector<std::size_t> dependent_constraints(const System& system,
                                               const std::vector<std::size_t>& first) {
    std::vector<std::size_t> order = first, result;
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        if (std::ranges::find(first, i) == first.end()) order.push_back(i);
    const ExprMatrix all = all_constraint_rows(system).a;
    ExprMatrix rows;
    for (const auto i : order) rows.push_back(all[i]);
    const std::vector<std::size_t> kept = independent_rows(rows);
    for (std::size_t k = 0; k < order.size(); ++k)
        if (std::ranges::find(kept, k) == kept.end()) result.push_back(order[k]);
    std::ranges::sort(result);
    return result;
}

CoreSystem core_system(const System& system) {
    auto [mass, force] = free_motion(system);
    ConstraintRows rows = constraint_rows(system);
    ExprMatrix n = reaction_rows(system, rows);
    if (!system.constraints.empty() && n.size() != rows.a.size())
        throw DerivationError("the reaction law has " + std::to_string(n.size()) +
                              " directions for " + std::to_string(rows.a.size()) +
                              " independent constraints");
    return {std::move(mass),      std::move(force), std::move(rows.a),
            std::move(rows.beta), std::move(n),     std::move(rows.independent)};
}

ExprMatrix reaction_free_space(const System& system) {
    if (!system.reaction_vanishes_on.empty()) return system.reaction_vanishes_on;
    const ConstraintRows rows = constraint_rows(system);
    const ExprMatrix n = reaction_rows(system, rows);
    if (!n.empty()) {
        ExprMatrix space = null_space(system, n);
        if (space.size() + n.size() != system.size())
            throw DerivationError(
                "the directions of the reactions are dependent, so that they "
                "cannot determine the motion");
        return space;
    }
    ExprMatrix everything(system.size(), ExprVector(system.size()));
    for (std::size_t i = 0; i < system.size(); ++i) everything[i][i] = 1;
    return everything;
}

}  // namespace rattleback
