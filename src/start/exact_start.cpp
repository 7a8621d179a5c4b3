#include "start/exact_start.hpp"

#include <algorithm>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/sentence_error.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "start/latent_start.hpp"

namespace rattleback {
namespace {

const Expr* named(const System& system, const Expr& variable) {
    const auto found = std::ranges::find(system.initial, variable, &Replacement::first);
    return found == system.initial.end() ? nullptr : &found->second;
}

Expr given(const System& system, const Expr& variable) {
    const Expr* const value = named(system, variable);
    return value ? *value : Expr(0);
}

ExprVector at(std::span<const Expr> expressions, std::span<const Replacement> start) {
    ExprVector result = substitute(expressions, start);
    for (Expr& e : result) e = simplify(e);
    return result;
}

// Those of the first order, and the rates of those of positions.
struct VelocityConstraints {
    std::vector<const Constraint*> written;
    ExprVector expressions;
};

VelocityConstraints velocity_constraints(const System& system) {
    VelocityConstraints result;
    for (const Constraint& c : system.constraints) {
        if (c.order > 1) continue;
        result.written.push_back(&c);
        result.expressions.push_back(
            c.order == 0 ? derivative_along(c.expression, system.by_time_without_accelerations())
                         : c.expression);
    }
    return result;
}

[[noreturn]] void refuse(const Constraint& constraint, std::string_view what) {
    throw SentenceError<NumericalError>(
        sentence("the initial {} do not satisfy '{}' exactly", what, constraint.written));
}

// In these velocities.
bool is_affine(const Expr& constraint, const ExprVector& open) {
    return std::ranges::all_of(hessian(constraint, open), [](const ExprVector& row) {
        return std::ranges::all_of(row, [](const Expr& e) { return is_zero(e).holds(); });
    });
}

// The change of the velocities that are not named.
ExprVector completion(const System& system, const VelocityConstraints& constraints,
                      const ExprVector& violations, std::span<const Replacement> start) {
    ExprVector open;
    for (const Expr& v : system.v)
        if (named(system, v) == nullptr) open.push_back(v);
    ExprMatrix gradients;  // of those that the open velocities can change
    ExprVector amounts;
    for (std::size_t r = 0; r < violations.size(); ++r) {
        if (!is_affine(constraints.expressions[r], open))
            refuse(*constraints.written[r], "velocities");
        ExprVector row = at(gradient(constraints.expressions[r], open), start);
        if (std::ranges::all_of(row, &Expr::is_zero) && is_zero(violations[r]).holds()) continue;
        gradients.push_back(std::move(row));
        amounts.push_back(violations[r]);
    }
    const std::size_t n = open.size(), m = gradients.size();
    ExprMatrix matrix(n + m, ExprVector(n + m));
    ExprVector right(n + m);
    const ExprMatrix inertia = hessian(system.lagrangian, open);
    for (std::size_t i = 0; i < n; ++i) std::ranges::copy(at(inertia[i], start), matrix[i].begin());
    for (std::size_t r = 0; r < m; ++r) {
        for (std::size_t i = 0; i < n; ++i) matrix[n + r][i] = matrix[i][n + r] = gradients[r][i];
        right[n + r] = -amounts[r];
    }
    const auto solved = solve(matrix, right);
    if (!solved) refuse(*constraints.written.front(), "velocities");
    ExprVector change(system.size());
    for (std::size_t i = 0, k = 0; i < system.size(); ++i)
        if (k < n && system.v[i] == open[k]) change[i] = (*solved)[k++];
    return change;
}

ExprVector first_velocities(const System& system, std::vector<Replacement> start) {
    ExprVector v;
    const bool are_named =
        std::ranges::any_of(system.v, [&](const Expr& x) { return named(system, x) != nullptr; });
    if (system.parametrization && !are_named) {
        for (const Expr& z : system.parametrization->variables)
            start.emplace_back(z, given(system, z));
        return at(system.parametrization->velocities, start);
    }
    for (const Expr& x : system.v) v.push_back(given(system, x));
    const VelocityConstraints constraints = velocity_constraints(system);
    std::vector<Replacement> whole = start;
    for (std::size_t i = 0; i < system.size(); ++i) whole.emplace_back(system.v[i], v[i]);
    const ExprVector violations = at(constraints.expressions, whole);
    if (std::ranges::all_of(violations, [](const Expr& e) { return is_zero(e).holds(); })) return v;
    const ExprVector change = completion(system, constraints, violations, whole);
    for (std::size_t i = 0; i < system.size(); ++i) v[i] = simplify(v[i] + change[i]);
    return v;
}

}  // namespace

std::vector<Replacement> exact_start(const System& system, const Equations& equations) {
    std::vector<Replacement> start{{system.t, 0}};
    for (const Expr& q : system.q) start.emplace_back(q, given(system, q));
    for (const Constraint& c : system.constraints)
        if (c.order == 0 && !is_zero(substitute(c.expression, start)).holds())
            refuse(c, "positions");
    const ExprVector v = first_velocities(system, start);
    for (std::size_t i = 0; i < system.size(); ++i) start.emplace_back(system.v[i], v[i]);
    const std::vector<Replacement> reactions = exact_reactions(system, start);
    start.insert(start.end(), reactions.begin(), reactions.end());
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
        const Expr& speed = equations.speeds[i];
        if (std::ranges::find(start, speed, &Replacement::first) != start.end()) continue;
        const bool follows = i < equations.speeds_from_velocities.size();
        const Expr* const value = named(system, speed);
        start.emplace_back(
            speed, value     ? *value
                   : follows ? simplify(substitute(equations.speeds_from_velocities[i], start))
                             : Expr(0));
    }
    return start;
}

}  // namespace rattleback
