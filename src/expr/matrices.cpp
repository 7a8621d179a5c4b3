#include "expr/matrices.hpp"

#include <stdexcept>

#include "base/interruption.hpp"

namespace rattleback {
namespace {

// Sizes that do not fit are a mistake of this program.
void require_equal(std::size_t a, std::size_t b) {
    if (a != b) throw std::logic_error("vectors or matrices meet whose sizes do not fit");
}

}  // namespace

Expr dot(const ExprVector& a, const ExprVector& b) {
    require_equal(a.size(), b.size());
    heed_stop();
    SumBuilder sum;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!a[i].is_zero() && !b[i].is_zero()) sum.add(a[i] * b[i]);
    return sum.build();
}

ExprVector product(const ExprMatrix& a, const ExprVector& x) {
    ExprVector result;
    for (const ExprVector& row : a) result.push_back(dot(row, x));
    return result;
}

ExprMatrix product(const ExprMatrix& a, const ExprMatrix& b) {
    const ExprMatrix columns = transposed(b);
    ExprMatrix result;
    for (const ExprVector& row : a) result.push_back(product(columns, row));
    return result;
}

ExprVector difference(const ExprVector& a, const ExprVector& b) {
    require_equal(a.size(), b.size());
    ExprVector result;
    for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] - b[i]);
    return result;
}

ExprMatrix identity(std::size_t n) {
    ExprMatrix result(n, ExprVector(n));
    for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
    return result;
}

ExprVector negated(ExprVector entries) {
    for (Expr& e : entries) e = -e;
    return entries;
}

ExprMatrix transposed(const ExprMatrix& a) {
    ExprMatrix result(a.empty() ? 0 : a.front().size(), ExprVector(a.size()));
    for (std::size_t i = 0; i < a.size(); ++i) {
        require_equal(a[i].size(), result.size());
        for (std::size_t j = 0; j < a[i].size(); ++j) result[j][i] = a[i][j];
    }
    return result;
}

ExprMatrix column(const ExprVector& entries) {
    ExprMatrix result;
    for (const Expr& e : entries) result.push_back({e});
    return result;
}

}  // namespace rattleback
