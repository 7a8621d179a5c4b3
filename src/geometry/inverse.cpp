#include "geometry/inverse.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "exact/certify.hpp"
#include "exact/is_zero.hpp"
#include "expr/matrices.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::size_t largest_by_cofactors = 3;

using Indices = std::vector<std::size_t>;

[[noreturn]] void refuse_singular() {
    throw NumericalError("the matrix to be inverted is singular at every state");
}

// Whether a value other than zero was found, with proof: in units in which random numbers are above
// the speed of light there is one in prime fields only. The proof that there is none may be long and
// would change nothing.
bool is_a_pivot(const Expr& e) {
    if (e.is_zero()) return false;
    if (e.is_number()) return true;
    const ZeroTestOptions brief{.limits = {.terms = 20'000, .work = 200}};
    return is_zero(e, brief).proved_nonzero() || certify_zero({&e, 1}).differs();
}

// Row and column indices that are coupled, directly or through others.
std::vector<Indices> blocks(const ExprMatrix& a) {
    std::vector<Indices> result;
    std::vector<bool> seen(a.size());
    for (std::size_t start = 0; start < a.size(); ++start) {
        if (seen[start]) continue;
        seen[start] = true;
        Indices block{start};
        for (std::size_t next = 0; next < block.size(); ++next)
            for (std::size_t j = 0; j < a.size(); ++j) {
                const bool coupled = !a[block[next]][j].is_zero() || !a[j][block[next]].is_zero();
                if (seen[j] || !coupled) continue;
                seen[j] = true;
                block.push_back(j);
            }
        std::ranges::sort(block);
        result.push_back(std::move(block));
    }
    return result;
}

ExprMatrix without(const ExprMatrix& a, std::size_t row, std::size_t column) {
    ExprMatrix result;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (i == row) continue;
        ExprVector& entries = result.emplace_back();
        for (std::size_t j = 0; j < a.size(); ++j)
            if (j != column) entries.push_back(a[i][j]);
    }
    return result;
}

Expr expanded_determinant(const ExprMatrix& a) {
    if (a.empty()) return 1;
    Expr sum;
    for (std::size_t j = 0; j < a.size(); ++j)
        if (!a[0][j].is_zero())
            sum += (j % 2 == 0 ? 1 : -1) * (a[0][j] * expanded_determinant(without(a, 0, j)));
    return sum;
}

ExprMatrix by_cofactors(const ExprMatrix& a) {
    const std::size_t n = a.size();
    const Expr determinant = expanded_determinant(a);
    if (!is_a_pivot(determinant)) refuse_singular();
    ExprMatrix result(n, ExprVector(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            result[j][i] =
                ((i + j) % 2 == 0 ? 1 : -1) * expanded_determinant(without(a, i, j)) / determinant;
    return result;
}

struct Eliminated {
    ExprMatrix inverse;
    Expr determinant;  // up to sign: the product of the pivots
};

// Gauss–Jordan: rows of (A | 1) until the left half is 1. A pivot is the first entry, from the
// diagonal down, that can be one; nothing is returned where none can.
template <typename IsPivot>
std::optional<Eliminated> eliminated(ExprMatrix a, const IsPivot& is_pivot) {
    const std::size_t n = a.size();
    Eliminated result{identity(n), 1};
    ExprMatrix& x = result.inverse;
    for (std::size_t p = 0; p < n; ++p) {
        std::size_t pivot = p;
        while (pivot < n && !is_pivot(a[pivot][p])) ++pivot;
        if (pivot == n) return {};
        std::swap(a[pivot], a[p]);
        std::swap(x[pivot], x[p]);
        result.determinant *= a[p][p];
        const Expr reciprocal = 1 / a[p][p];
        for (std::size_t j = p; j < n; ++j) a[p][j] *= reciprocal;
        for (Expr& e : x[p]) e *= reciprocal;
        for (std::size_t i = 0; i < n; ++i) {
            if (i == p || a[i][p].is_zero()) continue;
            const Expr factor = a[i][p];
            for (std::size_t j = p; j < n; ++j) a[i][j] -= factor * a[p][j];
            for (std::size_t j = 0; j < n; ++j) x[i][j] -= factor * x[p][j];
        }
    }
    return result;
}

// What is not visibly zero is taken for a pivot, and one proof shows that all of them are; only
// where it fails must each be proved.
ExprMatrix by_elimination(const ExprMatrix& a) {
    auto result = eliminated(a, [](const Expr& e) { return !e.is_zero(); });
    if (!result || !is_a_pivot(result->determinant)) result = eliminated(a, is_a_pivot);
    if (!result) refuse_singular();
    return std::move(result->inverse);
}

}  // namespace

ExprMatrix inverse(const ExprMatrix& a) {
    if (!a.empty() && a.front().size() != a.size())
        throw std::logic_error("only square matrices have an inverse");
    ExprMatrix result(a.size(), ExprVector(a.size()));
    for (const Indices& block : blocks(a)) {
        ExprMatrix part;
        for (const auto i : block) {
            ExprVector& row = part.emplace_back();
            for (const auto j : block) row.push_back(a[i][j]);
        }
        const ExprMatrix x =
            part.size() <= largest_by_cofactors ? by_cofactors(part) : by_elimination(part);
        for (std::size_t i = 0; i < block.size(); ++i)
            for (std::size_t j = 0; j < block.size(); ++j) result[block[i]][block[j]] = x[i][j];
    }
    return result;
}

}  // namespace rattleback
