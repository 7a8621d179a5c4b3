#include "equations/udwadia_kalaba.hpp"

#include <algorithm>

#include "equations/in_all_velocities.hpp"
#include "equations/lagrange_multipliers.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/flattened.hpp"
#include "expr/matrices.hpp"
#include "geometry/core_system.hpp"
#include "geometry/fresh_symbols.hpp"

namespace rattleback {
namespace {

// Symbols for a_free: x_free'', y_free'', …
ExprVector free_accelerations(const System& system) {
    std::string mark = "_free";
    const auto is_coordinate = [&](const Expr& q) {
        return std::ranges::find(system.q, symbol(std::string(q.name()) + mark)) != system.q.end();
    };
    while (std::ranges::any_of(system.q, is_coordinate)) mark += '_';
    ExprVector symbols;
    for (const Expr& q : system.q) symbols.push_back(symbol(std::string(q.name()) + mark, 2));
    return symbols;
}

// Nᵀ, where the columns of N span the left kernel of A.
ExprMatrix left_kernel(const ExprMatrix& a) {
    if (a.empty() || independent_rows(a).size() == a.size()) return {};
    return kernel(transposed(a));
}

}  // namespace

Refusal udwadia_kalaba_refusal(const System& system) {
    return first_of(system, unless_ideal, unless_given_by_equations, unless_mass_is_regular);
}

Equations udwadia_kalaba(const System& system) {
    const auto [mass, force] = free_motion(system);
    const auto [a, beta, kept] = all_constraint_rows(system);
    const ExprMatrix dependence = left_kernel(a);  // Nᵀ
    const std::size_t n = system.size(), k = a.size(), d = dependence.size();
    const ExprVector lambda = multiplier_symbols(system, k);
    const ExprVector kappa = fresh_symbols(system, "kappa", d);
    const ExprVector none(n), none_of_k(k), none_of_d(d);
    const ExprMatrix a_transposed = k > 0 ? transposed(a) : ExprMatrix(n);
    const ExprMatrix contradiction = d > 0 ? transposed(dependence) : ExprMatrix(k);  // N

    Equations result = in_all_velocities("udwadia_kalaba", system);
    result.unknowns = joined({system.a, free_accelerations(system), lambda, kappa});
    result.right = joined({none, force, negated(beta), none_of_d});
    result.reactions = product(a_transposed, lambda);
    for (std::size_t i = 0; i < n; ++i)  // M a − M a_free − Aᵀ λ = 0
        result.matrix.push_back(
            joined({mass[i], negated(mass[i]), negated(a_transposed[i]), none_of_d}));
    for (std::size_t i = 0; i < n; ++i)  // M a_free = f
        result.matrix.push_back(joined({none, mass[i], none_of_k, none_of_d}));
    for (std::size_t j = 0; j < k; ++j)  // A a + N κ = b
        result.matrix.push_back(joined({a[j], none, none_of_k, contradiction[j]}));
    for (std::size_t r = 0; r < d; ++r)  // Nᵀ λ = 0
        result.matrix.push_back(joined({none, none, dependence[r], none_of_d}));

    result.steps = {{"M", "mass matrix ∂²L/∂v∂v", mass},
                    {"f", "forces: the free motion is M a_free = f", column(force)},
                    {"A", "all constraints: A a = b", a},
                    {"b", "their right side", column(negated(beta))}};
    if (d > 0) {
        result.steps.push_back({"N", "columns that span the left kernel of A", contradiction});
        result.notes.emplace_back(
            "Some constraints follow from the others; of all multipliers with the same reaction "
            "the "
            "shortest are taken.");
    }
    return result;
}

}  // namespace rattleback
