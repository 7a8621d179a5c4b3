#include "geometry/bordered_inverse.hpp"

#include "exact/one_fraction.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "geometry/inverse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// What is short stays short in what is made of it, and what is long is left alone.
constexpr SimplifyOptions quick{.limits = {.terms = 300, .work = 100}, .largest_graph = 300};

constexpr std::size_t largest_shown = 300;  // nodes of M, A and N: a bicycle has thousands

bool is_readable(const ExprMatrix& mass, const ExprMatrix& a, const ExprMatrix& n) {
    ExprVector entries;
    for (const ExprMatrix* part : {&mass, &a, &n}) append(entries, *part);
    return graph_size(entries) <= largest_shown;
}

ExprMatrix inverted(const ExprMatrix& matrix) { return simplify(inverse(matrix), quick); }

}  // namespace

std::optional<BorderedInverse> bordered_inverse(const ExprMatrix& mass, const ExprMatrix& a,
                                                const ExprMatrix& n) try {
    if (!is_readable(mass, a, n)) return {};
    const ExprMatrix m = inverted(mass);
    const ExprMatrix left = simplify(product(m, transposed(n)), quick);  // M⁻¹Nᵀ
    const ExprMatrix right = simplify(product(a, m), quick);             // A M⁻¹
    BorderedInverse result{one_fraction(product(a, left), quick), {}};
    const ExprMatrix c = inverted(result.c);
    const ExprMatrix corner = product(left, c);
    const ExprMatrix taken = product(corner, right), bottom = product(c, right);
    for (std::size_t i = 0; i < m.size(); ++i) {
        ExprVector& row = result.inverse.emplace_back(difference(m[i], taken[i]));
        for (const Expr& e : corner[i]) row.push_back(-e);
    }
    for (std::size_t j = 0; j < c.size(); ++j) {
        ExprVector& row = result.inverse.emplace_back(negated(bottom[j]));
        for (const Expr& e : c[j]) row.push_back(-e);
    }
    result.inverse = one_fraction(std::move(result.inverse), quick);
    return result;
} catch (const NumericalError&) {  // singular
    return {};
}

}  // namespace rattleback
