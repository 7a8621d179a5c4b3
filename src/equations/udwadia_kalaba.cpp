#include "equations/udwadia_kalaba.hpp"

#include <algorithm>

#include "equations/in_all_velocities.hpp"
#include "equations/lagrange_multipliers.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/flattened.hpp"
#include "expr/matrices.hpp"
#include "geometry/core_system.hpp"

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

// N Nᵀ, where the columns of N span the left kernel of A; empty when that is zero.
ExprMatrix kernel_square(const ExprMatrix& a) {
    if (a.empty() || independent_rows(a).size() == a.size()) return {};
    const ExprMatrix n = kernel(transposed(a));  // Nᵀ
    return product(transposed(n), n);
}

}  // namespace

Refusal udwadia_kalaba_refusal(const System& system) {
    return first_of(system, unless_ideal, unless_given_by_equations, unless_mass_is_regular);
}

Equations udwadia_kalaba(const System& system) {
    const auto [mass, force] = free_motion(system);
    const auto [a, beta, kept] = all_constraint_rows(system);
    const std::size_t n = system.size(), k = a.size();
    const ExprVector lambda = multiplier_symbols(system, k), none(n), none_of_k(k);
    const ExprMatrix a_transposed = k > 0 ? transposed(a) : ExprMatrix(n);
    const ExprMatrix square = kernel_square(a);

    Equations result = in_all_velocities("udwadia_kalaba", system);
    result.unknowns = joined({system.a, free_accelerations(system), lambda});
    result.right = joined({none, force, negated(beta)});
    result.reactions = product(a_transposed, lambda);
    for (std::size_t i = 0; i < n; ++i)  // M a − M a_free − Aᵀ λ = 0
        result.matrix.push_back(joined({mass[i], negated(mass[i]), negated(a_transposed[i])}));
    for (std::size_t i = 0; i < n; ++i)  // M a_free = f
        result.matrix.push_back(joined({none, mass[i], none_of_k}));
    for (std::size_t j = 0; j < k; ++j)  // A a + N Nᵀ λ = b
        result.matrix.push_back(joined({a[j], none, square.empty() ? none_of_k : square[j]}));

    result.steps = {{"M", "mass matrix ∂²L/∂v∂v", mass},
                    {"f", "forces: the free motion is M a_free = f", column(force)},
                    {"A", "all constraints: A a = b", a},
                    {"b", "their right side", column(negated(beta))}};
    if (!square.empty()) {
        result.steps.push_back({"N Nᵀ", "of the left kernel N of A", square});
        result.notes.emplace_back(
            "Some constraints follow from the others; of all multipliers with the same reaction "
            "the "
            "shortest are taken.");
    }
    return result;
}

}  // namespace rattleback
