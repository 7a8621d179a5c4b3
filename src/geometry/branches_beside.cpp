#include "geometry/branches_beside.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/factor.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "geometry/denominators.hpp"
#include "geometry/parametrization.hpp"
#include "geometry/pivot_choice.hpp"
#include "geometry/quadric.hpp"
#include "geometry/range.hpp"
#include "model/branch_wish.hpp"
#include "model/dependence.hpp"
#include "model/vocabulary.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

System affine_part(const System& system) {
    System result = system;
    std::erase_if(result.constraints,
                  [](const Constraint& c) { return c.order > 1 || !is_affine(c); });
    result.contacts.clear();
    result.parametrization.reset();
    return result;
}

// The velocities that the affine constraints of a system allow. The variables z are written as the
// first velocities, so that what is known of constraints is known of those in z.
struct Chart {
    std::vector<Replacement> into;  // v → ψ, with velocities in the place of z
    std::vector<Replacement> back;  // those → χ(t, q, v)
    bool may_fail = false;          // where a denominator vanishes
};

// Of ψ and χ.
bool may_fail(const System& system, const Parametrization& p) {
    ExprVector variables = system.q, formulas = p.psi;
    append(variables, {system.v, p.z, {system.t}});
    append(formulas, {p.inverse});
    const PivotChoice known(system);
    return !std::ranges::all_of(denominators(formulas, variables),
                                [&](const Expr& d) { return known.never_vanishes(d); });
}

std::optional<Chart> chart_of(const System& system) try {
    const System affine = affine_part(system);
    if (affine.constraints.empty()) return {};
    const Parametrization p = parametrize(affine);
    Chart chart;
    std::vector<Replacement> names;
    for (std::size_t j = 0; j < p.z.size(); ++j) {
        names.emplace_back(p.z[j], system.v[j]);
        chart.back.emplace_back(system.v[j], p.inverse[j]);
    }
    for (std::size_t i = 0; i < system.size(); ++i)
        chart.into.emplace_back(system.v[i], substitute(p.psi[i], names));
    chart.may_fail = may_fail(affine, p);
    return chart;
} catch (const DerivationError&) {
    return {};
}

// What is left of a constraint on it; nothing where there is no chart.
std::optional<Expr> on_chart(const std::optional<Chart>& chart, const Constraint& c) {
    return chart ? std::optional(simplify(substitute(c.expression, chart->into))) : std::nullopt;
}

// v → v − Cᵀ(C Cᵀ)⁻¹(C v + c): the velocities moved onto the affine constraints C v + c = 0.
std::vector<Replacement> moved_velocities(const System& system, const Limits& limits) {
    const ExprVector all = velocity_constraints(affine_part(system));
    const ExprMatrix slopes = jacobian(all, system.v);
    ExprMatrix c;
    ExprVector values;
    for (const auto i : independent_rows(slopes, limits)) {
        c.push_back(slopes[i]);
        values.push_back(all[i]);
    }
    const auto by = solve(product(c, transposed(c)), values, limits);
    if (!by) throw TooLarge();
    std::vector<Replacement> result;
    for (std::size_t i = 0; i < system.size(); ++i)
        result.emplace_back(system.v[i], system.v[i] - dot(transposed(c)[i], *by));
    return result;
}

// fₖ(t, q, χ). A chart that fails somewhere leaves an equation behind that says nothing there, as
// z (x' − w') − (x x' + y y') = 0 does beside x x' + y y' + z z' = 0 at z = 0. Velocities that are moved
// onto the affine constraints before are the same where these hold, and take that away: what is then
// left of the chart is a factor without velocities.
Expr equation_of(const System& system, const Chart& chart, const Expr& in_z, const Limits& limits) {
    const Expr plain = simplify(substitute(in_z, chart.back));
    if (!chart.may_fail) return plain;
    try {
        const Expr moved =
            substitute(substitute(in_z, chart.back), moved_velocities(system, limits));
        Expr result = 1;
        for (const auto& [f, power] : factor(moved, system.v, limits).factors)
            if (power > 0) result *= pow(f, power);
        return simplify(result);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return plain;
}

Constraint back_in_velocities(const System& system, const Constraint& in_z, const Expr& e) {
    System one = system;
    Constraint c = classified({e, 0}, quick_normal_form(e), system);
    c.name = in_z.name;
    c.reaction = in_z.reaction;
    one.constraints = {std::move(c)};
    one.contacts.clear();
    one = with_cleared_constraints(one);
    Constraint& cleared = one.constraints[0];
    cleared.expression = simplify(cleared.expression);
    cleared.written = {cleared.expression, 0};
    return std::move(cleared);
}

// (A, c) of A v + c.
ExprVector affine_row(const System& system, const Constraint& c) {
    const Expr b = c.order == 0 ? derivative_along(c.expression, system.by_time()) : c.expression;
    ExprVector row = gradient(b, system.v);
    Expr rest = b;
    for (std::size_t i = 0; i < row.size(); ++i) rest -= row[i] * system.v[i];
    row.push_back(simplify(rest));
    return row;
}

std::size_t rank_with(const System& system,
                      std::initializer_list<const std::vector<Constraint>*> all) {
    ExprMatrix rows;
    for (const auto* list : all)
        for (const Constraint& c : *list) rows.push_back(affine_row(system, c));
    return independent_rows(rows).size();
}

bool all_affine(const std::vector<Constraint>& all) {
    return std::ranges::all_of(all, [](const Constraint& c) { return is_affine(c); });
}

// Whether two branches say the same where the affine constraints hold.
bool say_the_same(const System& system, const std::vector<Constraint>& a,
                  const std::vector<Constraint>& b) {
    if (all_affine(a) && all_affine(b)) {
        const std::vector<Constraint> others = affine_part(system).constraints;
        const std::size_t rank = rank_with(system, {&others, &a, &b});
        return rank == rank_with(system, {&others, &a}) && rank == rank_with(system, {&others, &b});
    }
    if (a.size() != 1 || b.size() != 1) return false;
    const Expr ratio = simplify(a[0].expression / b[0].expression);
    return std::ranges::none_of(system.v, [&](const Expr& v) { return depends_on(ratio, v); });
}

[[noreturn]] void refuse_wish(const System& system, const Constraint& c, const Branches& branches) {
    std::string message =
        fmt::format("the constraint '{}' is no product, and has no branches", c.name);
    if (branches.is_product()) {
        message = fmt::format("the constraint '{}' has no such branch; its branches are", c.name);
        for (std::size_t k = 0; k < branches.branches.size(); ++k) {
            std::string equations;
            for (const Constraint& e : branches.branches[k].equations)
                equations += (equations.empty() ? "" : ", ") + to_text(e.expression) + " = 0";
            message += fmt::format("{} {}: {}", k == 0 ? "" : ";", k + 1, equations);
        }
    }
    refuse(written_wish(system, c), message);
}

// What the model's equation says, in the shape of a branch.
std::vector<Constraint> said_by(const System& system, const Expr& wish) {
    const Constraint c = classified({wish, 0}, quick_normal_form(wish), system);
    if (c.order != 1) return {};
    Branches own = branches_of(system, c);
    return own.branches.size() == 1 ? std::move(own.branches[0].equations)
                                    : std::vector<Constraint>{};
}

}  // namespace

Branches branches_beside_others(const System& system, std::size_t i, const Limits& limits) {
    const Constraint& c = system.constraints[i];
    Branches alone = branches_of(system, c, limits);
    const bool is_one = alone.branches.size() == 1 && !alone.branches[0].is_affine();
    if (c.order != 1 || !is_one || is_evidently_one_quadric(system, i)) return alone;
    const auto chart = chart_of(system);
    const auto b = on_chart(chart, c);
    if (!b || order_of(*b, system) != 1 || vanishes(*b, limits) == Answer::Yes) return alone;
    Constraint in_z = classified({*b, 0}, quick_normal_form(*b), system);
    in_z.name = c.name;
    in_z.reaction = c.reaction;
    Branches found = branches_of(system, in_z, limits);
    const auto is_affine_branch = [](const Branch& branch) { return branch.is_affine(); };
    if (!std::ranges::all_of(found.branches, is_affine_branch) && !found.is_product()) return alone;
    found.beside_others = true;
    for (Branch& branch : found.branches)
        for (Constraint& equation : branch.equations)
            equation = back_in_velocities(system, equation,
                                          equation_of(system, *chart, equation.expression, limits));
    return found;
}

bool follows_from_affine(const System& system, std::size_t i, const Limits& limits) {
    const Constraint& c = system.constraints[i];
    if (c.order != 1 || is_affine(c) || is_evidently_one_quadric(system, i)) return false;
    try {
        const auto b = on_chart(chart_of(system), c);
        return b && vanishes(*b, limits) == Answer::Yes;
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return false;
}

bool contradicts_affine(const System& system, std::size_t i) {
    const Constraint& c = system.constraints[i];
    if (c.order != 1 || is_affine(c)) return false;
    try {
        const auto b = on_chart(chart_of(system), c);
        return b && order_of(*b, system) < 1 && range_of(*b, system.parameters).nonzero;
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return false;
}

std::optional<std::size_t> wanted_branch(const System& system, std::size_t i,
                                         const Branches& branches) {
    const Constraint& c = system.constraints[i];
    const auto wish = branch_wish(system, c);
    if (!wish || (wish->by == BranchBy::Gauss && branches.is_product())) return {};
    if (!branches.is_product()) refuse_wish(system, c, branches);
    if (wish->by == BranchBy::Number) {
        if (wish->number > branches.branches.size()) refuse_wish(system, c, branches);
        return wish->number - 1;
    }
    const std::vector<Constraint> equations = said_by(system, wish->equation);
    for (std::size_t k = 0; k < branches.branches.size() && !equations.empty(); ++k)
        if (say_the_same(system, branches.branches[k].equations, equations)) return k;
    refuse_wish(system, c, branches);
}

}  // namespace rattleback
