#include "geometry/parametrization.hpp"

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/denominators.hpp"
#include "geometry/fresh_symbols.hpp"
#include "geometry/solution_space.hpp"
#include "model/dependence.hpp"

namespace rattleback {
namespace {

std::vector<Replacement> all_zero(const ExprVector& symbols) {
    std::vector<Replacement> result;
    for (const Expr& s : symbols) result.emplace_back(s, 0);
    return result;
}

// u from v = Σ uⱼ Kⱼ + v₀: a velocity itself where only Kⱼ has it, with 1; by projection where the
// Kⱼ are orthogonal, or to the coordinates that only Kⱼ has; else from as many as there are Kⱼ.
Expr component(const ExprMatrix& basis, std::size_t j, const ExprVector& difference) {
    const ExprVector& b = basis[j];
    ExprVector own(b.size());
    for (std::size_t k = 0; k < b.size(); ++k) {
        const auto has_not = [&](const ExprVector& c) { return &c == &b || c[k].is_zero(); };
        if (!std::ranges::all_of(basis, has_not)) continue;
        if (b[k].is_number() && !b[k].is_zero()) return difference[k] / b[k];
        if (denominators({b[k]}, symbols_of(b[k])).empty()) own[k] = b[k];
    }
    const auto projected = [&](const ExprVector& to) {
        return dot(to, difference) / simplify(dot(to, to));
    };
    bool orthogonal = true;
    for (std::size_t i = 0; i < basis.size(); ++i)
        orthogonal = orthogonal && (i == j || simplify(dot(basis[i], b)).is_zero());
    if (orthogonal) return projected(b);
    if (!std::ranges::all_of(own, &Expr::is_zero)) return projected(own);
    ExprMatrix square;
    ExprVector right;
    for (const auto k : independent_rows(transposed(basis))) {
        ExprVector& row = square.emplace_back();
        for (const ExprVector& c : basis) row.push_back(c[k]);
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
    const auto [basis, start] = solution_space(system, a, c);
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
    return std::ranges::all_of(system.constraints,
                               [](const Constraint& c) { return c.order != 1 || is_affine(c); });
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
