#include "start/branch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/print_text.hpp"
#include "geometry/branches.hpp"
#include "geometry/denominators.hpp"
#include "geometry/special_numbers.hpp"
#include "model/dependence.hpp"
#include "rattleback/errors.hpp"
#include "start/initial_state.hpp"

namespace rattleback {
namespace {

Branches possible_branches(const System& system, const Constraint& constraint) {
    if (constraint.order != 1) return {};
    try {
        return branches_of(system, constraint);
    } catch (const TooLarge&) {
        return {};
    } catch (const NumericalError&) {
        return {};
    }
}

// x' = y'/tan φ says nothing at φ = 0; x' sin φ = y' cos φ does, and means the same elsewhere.
void clear_at_start(const Values& start, BranchChoice& choice) {
    if (!choice.system.functions.empty()) return;  // which have no values at all
    const auto has_value = [&](const Constraint& c) {
        return c.order != 1 || !is_affine(c) || std::isfinite(evaluate(c.expression, start));
    };
    if (std::ranges::all_of(choice.system.constraints, has_value)) return;
    const System cleared = with_cleared_constraints(choice.system);
    for (std::size_t i = 0; i < cleared.constraints.size(); ++i) {
        Constraint& constraint = choice.system.constraints[i];
        if (has_value(constraint) || !has_value(cleared.constraints[i])) continue;
        constraint = cleared.constraints[i];
        choice.notes.push_back(
            sentence("The constraint '{}' has no value at the initial state as it is written; "
                     "cleared of its denominators it is {}.",
                     constraint.name, Equation{constraint.expression, 0}));
    }
}

// Up to rounding: relative to the terms that the factor consists of at the state.
bool vanishes_at(const Expr& factor, const System& system, const Values& values) {
    constexpr double rounding = 1e-9;
    const double size = std::abs(evaluate(factor, values));
    double terms = size;
    for (const Expr& v : system.v)
        terms = std::max(terms, std::abs(evaluate(derivative(factor, v), values) * values.at(v)));
    return size <= rounding * terms;
}

Sentence equations_of(const Branch& branch) {
    Sentences equations;
    for (const Constraint& c : branch.equations) equations.emplace_back(Equation{c.expression, 0});
    return listed(equations, ", ", ", ");
}

// Numbers and start as the run has them.
BranchChoice prepared(const System& given) {
    BranchChoice choice{given, {}};
    auto [system, fixed] = with_special_numbers(given);
    if (!fixed.empty())
        choice.notes.push_back(
            sentence("The equations are those with {}: for other values the constraints are of "
                     "another kind.",
                     listed(fixed, ", ", ", ")));
    choice.system = std::move(system);
    clear_at_start(numbers_at_start(choice.system), choice);
    CompletedSystem completed = with_completed_start(choice.system);
    choice.system = std::move(completed.system);
    choice.notes.insert(choice.notes.end(), completed.notes.begin(), completed.notes.end());
    return choice;
}

}  // namespace

BranchChoice on_initial_branch(const System& given) {
    BranchChoice choice = prepared(given);
    const System system = choice.system;
    const Values values = numbers_at_start(system);
    const auto vanishes = [&](const Branch& branch) {
        return std::ranges::all_of(branch.equations, [&](const Constraint& c) {
            return vanishes_at(c.expression, system, values);
        });
    };
    for (std::size_t i = system.constraints.size(); i-- > 0;) {
        const Constraint& constraint = system.constraints[i];
        const Branches found = possible_branches(system, constraint);
        const std::vector<Branch>& branches = found.branches;
        const auto taken = std::ranges::find_if(branches, vanishes);
        if (taken == branches.end() || (!found.is_product() && !found.left_out)) continue;
        choice.system = on_branch(choice.system, i, *taken);
        if (!found.is_product()) continue;  // the other factors never vanish
        Sentences others;
        for (auto other = branches.begin(); other != branches.end(); ++other) {
            if (other == taken) continue;
            others.push_back(equations_of(*other));
            if (other->equations.size() == 1)
                choice.system.events.push_back(
                    {.name = to_text(
                         sentence("transition of '{}': {}", constraint.name, others.back())),
                     .expression = other->equations[0].expression});
        }
        const bool starts_between = std::any_of(std::next(taken), branches.end(), vanishes);
        choice.notes.push_back(sentence(
            "The constraint '{}' is a product; the motion is on its branch {}. Transition "
            "states are where {}.{}",
            constraint.name, equations_of(*taken), listed(others, " or ", " or "),
            starts_between ? " The start is one: the motion could as well begin on another branch."
                           : ""));
    }
    return choice;
}

}  // namespace rattleback
