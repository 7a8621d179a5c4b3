#include "geometry/projectors.hpp"

#include <utility>

#include "exact/linear_algebra.hpp"
#include "exact/one_fraction.hpp"
#include "expr/matrices.hpp"
#include "geometry/inverse.hpp"

namespace rattleback {
namespace {

// Entries that are short stay short in what is made of them.
constexpr SimplifyOptions quick{.limits = {.terms = 1'000, .work = 100}};

}  // namespace

Projectors projectors(const CoreSystem& core) {
    const std::size_t n = core.mass.size();
    Projectors result{identity(n), ExprMatrix(n, ExprVector(n))};
    if (core.a.empty()) return result;
    const ExprMatrix w_perp = product(inverse(core.mass), transposed(core.n));  // M⁻¹Nᵀ
    result.onto_w_perp =
        one_fraction(product(product(w_perp, inverse(product(core.a, w_perp))), core.a), quick);
    for (std::size_t i = 0; i < n; ++i)
        result.onto_d[i] = difference(result.onto_d[i], result.onto_w_perp[i]);
    result.onto_d = one_fraction(std::move(result.onto_d), quick);
    return result;
}

ExprMatrix gauss_product(const CoreSystem& core, const Projectors& projectors) {
    const auto pulled_back = [&](const ExprMatrix& p) {
        return product(transposed(p), product(core.mass, p));
    };
    ExprMatrix result = pulled_back(projectors.onto_d);
    const ExprMatrix other = pulled_back(projectors.onto_w_perp);
    for (std::size_t i = 0; i < result.size(); ++i)
        for (std::size_t j = 0; j < result.size(); ++j) result[i][j] += other[i][j];
    return one_fraction(std::move(result), quick);
}

// From det of the bordered matrix (M Nᵀ; A 0) = (−1)ᵏ det M · det(A M⁻¹Nᵀ), without an inverse.
Expr transversality(const CoreSystem& core) {
    const std::size_t n = core.mass.size(), k = core.a.size();
    ExprMatrix bordered = core.mass;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < k; ++j) bordered[i].push_back(core.n[j][i]);
    for (const ExprVector& row : core.a) bordered.emplace_back(row).resize(n + k);
    return simplify((k % 2 == 0 ? 1 : -1) * determinant(bordered) / determinant(core.mass));
}

}  // namespace rattleback
