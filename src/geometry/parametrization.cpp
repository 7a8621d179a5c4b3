#include "geometry/parametrization.hpp"

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/substitute.hpp"
#include "geometry/denominators.hpp"
#include "geometry/fresh_symbols.hpp"
#include "geometry/products.hpp"
#include "geometry/row_reduction.hpp"

namespace rattleback {
namespace {

std::vector<Replacement> all_zero(const ExprVector& symbols) {
    std::vector<Replacement> result;
    for (const Expr& s : symbols) result.emplace_back(s, 0);
    return result;
}

// One solution of A v + c = 0, with as many zeros as possible.
ExprVector particular_solution(const System& system, const ExprMatrix& a, const ExprVector& c) {
    const std::size_t n = system.size();
    ExprVector v(n);
    if (std::ranges::all_of(c, &Expr::is_zero)) return v;
    ExprMatrix augmented = a;
    for (std::size_t i = 0; i < a.size(); ++i) augmented[i].push_back(c[i]);
    const auto [pivots, rows] = reduce_rows(system, std::move(augmented), n);
    for (std::size_t i = 0; i < rows.size(); ++i) v[pivots[i]] = -rows[i][n];
    return v;
}

// u from v = Σ uⱼ Kⱼ + v₀: a velocity itself where only Kⱼ has it, with 1; by projection where the
// Kⱼ are orthogonal; else from a coordinate that only Kⱼ has, or from as many as there are Kⱼ.
Expr component(const ExprMatrix& basis, std::size_t j, const ExprVector& difference) {
    std::optional<std::size_t> own;
    for (std::size_t k = 0; k < difference.size(); ++k) {
        const auto has_not = [&](const ExprVector& b) { return &b == &basis[j] || b[k].is_zero(); };
        if (basis[j][k].is_zero() || !std::ranges::all_of(basis, has_not)) continue;
        if (basis[j][k].is_one()) return difference[k];
        if (!own) own = k;
    }
    bool orthogonal = true;
    for (std::size_t i = 0; i < basis.size(); ++i)
        orthogonal = orthogonal && (i == j || simplify(dot(basis[i], basis[j])).is_zero());
    if (orthogonal) return dot(basis[j], difference) / simplify(dot(basis[j], basis[j]));
    if (own) return difference[*own] / basis[j][*own];
    ExprMatrix square;
    ExprVector right;
    for (const auto k : independent_rows(transposed(basis))) {
        ExprVector& row = square.emplace_back();
        for (const ExprVector& b : basis) row.push_back(b[k]);
        right.push_back(difference[k]);
    }
    return (*solve(square, right))[j];
}

Parametrization of_linear(const System& system) {
    const ExprVector b = velocity_constraints(system);
    const auto rest = all_zero(system.v);
    ExprMatrix a;
    ExprVector c;
    const ExprMatrix all = jacobian(b, system.v);
    for (const auto i : independent_rows(all)) {
        a.push_back(all[i]);
        c.push_back(substitute(b[i], rest));
    }
    const ExprMatrix basis = null_space(system, a);
    const ExprVector start = particular_solution(system, a, c);
    Parametrization result;
    result.z = fresh_symbols(system, "u", basis.size());
    result.psi = start;
    ExprVector difference;
    for (std::size_t i = 0; i < system.size(); ++i) difference.push_back(system.v[i] - start[i]);
    for (std::size_t j = 0; j < basis.size(); ++j) {
        for (std::size_t i = 0; i < system.size(); ++i) result.psi[i] += basis[j][i] * result.z[j];
        result.inverse.push_back(component(basis, j, difference));
    }
    return result;
}

// The user's ψ; z is found back where ψ is linear in it.
Parametrization of_given(const System& system) {
    Parametrization result{.z = system.parametrization->variables,
                           .psi = system.parametrization->velocities,
                           .inverse = {},
                           .branch = {}};
    const ExprMatrix basis = transposed(jacobian(result.psi, result.z));
    for (const auto& row : basis)
        for (const Expr& e : row)
            for (const Expr& z : result.z)
                if (!derivative(e, z).is_zero()) return result;
    const ExprVector start = substitute(result.psi, all_zero(result.z));
    ExprVector difference;
    for (std::size_t i = 0; i < system.size(); ++i) difference.push_back(system.v[i] - start[i]);
    for (std::size_t j = 0; j < basis.size(); ++j)
        result.inverse.push_back(component(basis, j, difference));
    return result;
}

}  // namespace

ExprVector Parametrization::z_rates() const {
    ExprVector rates;
    for (const Expr& s : z) rates.push_back(symbol(s.name(), s.order() + 1));
    return rates;
}

ExprVector velocity_constraints(const System& system) {
    ExprVector b;
    for (const Constraint& c : system.constraints) {
        if (c.order == 0) b.push_back(derivative_along(c.expression, system.by_time()));
        if (c.order == 1) b.push_back(c.expression);
    }
    return b;
}

bool has_linear_velocities(const System& system) {
    return std::ranges::all_of(system.constraints, [](const Constraint& c) {
        return c.order != 1 || c.dependence == Dependence::Linear ||
               c.dependence == Dependence::Affine;
    });
}

Parametrization parametrize(const System& system) {
    if (system.parametrization) return of_given(system);
    if (velocity_constraints(system).empty())
        return {.z = system.v, .psi = system.v, .inverse = system.v, .branch = {}};
    if (has_linear_velocities(system)) return of_linear(with_cleared_constraints(system));
    const ExplicitForm form = explicit_form(system);
    Parametrization result{.z = {}, .psi = system.v, .inverse = {}, .branch = form.branch};
    for (const auto i : form.independent) result.z.push_back(system.v[i]);
    for (std::size_t k = 0; k < form.dependent.size(); ++k)
        result.psi[form.dependent[k]] = form.alpha[k];
    result.inverse = result.z;
    return result;
}

}  // namespace rattleback
