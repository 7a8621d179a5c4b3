#include "trajectory/branch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exact/factor.hpp"
#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/print_text.hpp"
#include "geometry/denominators.hpp"
#include "geometry/special_numbers.hpp"
#include "model/dependence.hpp"
#include "trajectory/initial_state.hpp"

namespace rattleback {
namespace {

ExprVector factors_of(const Constraint& constraint, const System& system) {
    const bool may_be_product = constraint.order == 1 &&
                                constraint.dependence != Dependence::Linear &&
                                constraint.dependence != Dependence::Affine;
    ExprVector result;
    if (!may_be_product) return result;
    try {
        for (const auto& [factor, power] : factor(constraint.expression, system.v).factors)
            if (power > 0) result.push_back(factor);
    } catch (const TooLarge&) {
        return {};
    }
    return result;
}

// x' = y'/tan φ says nothing at φ = 0; x' sin φ = y' cos φ does, and means the same elsewhere.
void clear_at_start(const Values& start, BranchChoice& choice) {
    if (!choice.system.functions.empty()) return;  // which have no values at all
    const auto has_value = [&](const Constraint& c) {
        const bool is_affine =
            c.dependence == Dependence::Linear || c.dependence == Dependence::Affine;
        return c.order != 1 || !is_affine || std::isfinite(evaluate(c.expression, start));
    };
    if (std::ranges::all_of(choice.system.constraints, has_value)) return;
    const System cleared = with_cleared_constraints(choice.system);
    for (std::size_t i = 0; i < cleared.constraints.size(); ++i) {
        Constraint& constraint = choice.system.constraints[i];
        if (has_value(constraint) || !has_value(cleared.constraints[i])) continue;
        constraint = cleared.constraints[i];
        choice.notes.push_back(
            fmt::format("The constraint '{}' has no value at the initial state as it is written; "
                        "cleared of its "
                        "denominators it is {} = 0.",
                        constraint.name, to_text(constraint.expression)));
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

// Numbers and start as the run has them.
BranchChoice prepared(const System& given) {
    BranchChoice choice{given, {}};
    auto [system, fixed] = with_special_numbers(given);
    if (!fixed.empty())
        choice.notes.push_back(
            fmt::format("The equations are those with {}: for other values the constraints are of "
                        "another kind.",
                        fmt::join(fixed, ", ")));
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
    for (Constraint& constraint : choice.system.constraints) {
        const ExprVector factors = factors_of(constraint, system);
        const auto vanishes = [&](const Expr& f) { return vanishes_at(f, system, values); };
        const auto taken = std::ranges::find_if(factors, vanishes);
        if (factors.size() < 2 || taken == factors.end()) continue;
        std::string others;
        for (const Expr& f : factors) {
            if (f == *taken) continue;
            others += fmt::format("{}{} = 0", others.empty() ? "" : " or ", to_text(f));
            choice.system.events.push_back(
                {.name = fmt::format("transition of '{}': {} = 0", constraint.name, to_text(f)),
                 .expression = f});
        }
        const bool starts_between = std::any_of(std::next(taken), factors.end(), vanishes);
        choice.notes.push_back(fmt::format(
            "The constraint '{}' is a product; the motion is on its branch {} = 0. Transition "
            "states are where {}.{}",
            constraint.name, to_text(*taken), others,
            starts_between ? " The start is one: the motion could as well begin on another branch."
                           : ""));
        Constraint branch = classified({*taken, 0}, quick_normal_form(*taken), system);
        branch.name = constraint.name;
        branch.reaction = constraint.reaction;
        constraint = std::move(branch);
    }
    return choice;
}

}  // namespace rattleback
