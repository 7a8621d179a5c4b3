#include "compiled/linear_solve.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

// Whether the elimination takes no more multiplications than there may be, fill-in included, and no pivot
// is zero at every state.
bool is_short(const ExprMatrix& matrix) {
    const std::size_t n = matrix.size();
    std::vector<std::vector<char>> filled(n, std::vector<char>(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) filled[i][j] = matrix[i][j].is_zero() ? 0 : 1;
    std::size_t multiplications = 0;
    for (std::size_t k = 0; k < n; ++k) {
        if (filled[k][k] == 0) return false;
        for (std::size_t i = k + 1; i < n; ++i)
            for (std::size_t j = k + 1; j <= i; ++j)
                if (filled[i][k] != 0 && filled[j][k] != 0) {
                    filled[i][j] = filled[j][i] = 1;
                    if (++multiplications > largest_elimination) return false;
                }
    }
    return true;
}

Value scaled(TapeBuilder& builder, Value v, int sign) { return sign < 0 ? builder.negate(v) : v; }

}  // namespace

std::optional<std::vector<int>> symmetrizing_signs(const ExprMatrix& matrix) {
    const std::size_t n = matrix.size();
    if (std::ranges::any_of(matrix, [&](const ExprVector& row) { return row.size() != n; }))
        return {};
    std::vector<int> signs(n, 0);
    for (std::size_t start = 0; start < n; ++start) {
        if (signs[start] != 0) continue;
        signs[start] = 1;
        std::vector<std::size_t> open{start};
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            for (std::size_t j = 0; j < n; ++j) {
                const Expr &a = matrix[i][j], &b = matrix[j][i];
                if (a.is_zero() && b.is_zero()) continue;
                if (a != b && a != -b) return {};
                const int sign = a == b ? signs[i] : -signs[i];
                if (signs[j] == 0) open.push_back(j);
                if (signs[j] != 0 && signs[j] != sign) return {};
                signs[j] = sign;
            }
        }
    }
    return signs;
}

bool Elimination::applies(const ExprMatrix& matrix) {
    return symmetrizing_signs(matrix) && is_short(matrix);
}

Elimination::Elimination(TapeBuilder& builder, const ExprMatrix& matrix)
    : signs_(symmetrizing_signs(matrix).value()) {
    for (std::size_t i = 0; i < matrix.size(); ++i)
        factor(builder, builder.append(std::span(matrix[i]).first(i + 1)));
}

Elimination::Elimination(TapeBuilder& builder, std::span<const Value> matrix,
                         std::vector<int> signs)
    : signs_(std::move(signs)) {
    for (std::size_t i = 0; i < signs_.size(); ++i)
        factor(builder, matrix.subspan(i * signs_.size(), i + 1));
}

// The next row i of L·D, then of L, from those before it: cᵢⱼ = aᵢⱼ − Σₖ lᵢₖ cⱼₖ, lᵢⱼ = cᵢⱼ/dⱼ.
void Elimination::factor(TapeBuilder& builder, std::span<const Value> row) {
    const std::size_t i = row.size() - 1;
    std::vector<Value> c, l;
    for (std::size_t j = 0; j < i; ++j) {
        Value value = scaled(builder, row[j], signs_[j]);
        for (std::size_t k = 0; k < j; ++k) {
            if (builder.is_constant(l[k], 0) || builder.is_constant(products_[j][k], 0)) continue;
            value = builder.subtract(value, builder.multiply(l[k], products_[j][k]));
        }
        c.push_back(value);
        l.push_back(builder.is_constant(value, 0) ? value : builder.divide(value, pivots_[j]));
    }
    Value pivot = scaled(builder, row[i], signs_[i]);
    diagonal_.push_back(pivot);
    Value size = builder.apply(Op::Abs, pivot);
    for (std::size_t k = 0; k < i; ++k) {
        if (builder.is_constant(l[k], 0)) continue;
        const Value part = builder.multiply(l[k], c[k]);
        pivot = builder.subtract(pivot, part);
        size = builder.add(size, builder.apply(Op::Abs, part));
    }
    products_.push_back(std::move(c));
    lower_.push_back(std::move(l));
    pivots_.push_back(pivot);
    sizes_.push_back(size);
}

std::vector<Value> Elimination::solve(TapeBuilder& builder, std::span<const Value> right) const {
    const std::size_t n = pivots_.size();
    std::vector<Value> x(right.begin(), right.end());
    const auto eliminate = [&](std::size_t from, std::size_t into, Value factor) {
        if (!builder.is_constant(factor, 0) && !builder.is_constant(x[from], 0))
            x[into] = builder.subtract(x[into], builder.multiply(factor, x[from]));
    };
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j) eliminate(j, i, lower_[i][j]);
    for (std::size_t i = 0; i < n; ++i)
        if (!builder.is_constant(x[i], 0)) x[i] = builder.divide(x[i], pivots_[i]);
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = i + 1; j < n; ++j) eliminate(j, i, lower_[j][i]);
    for (std::size_t i = 0; i < n; ++i) x[i] = scaled(builder, x[i], signs_[i]);
    return x;
}

Elimination::Evidence Elimination::evidence(const TapeBuilder& builder) const {
    std::vector<char> coupled(pivots_.size());
    for (std::size_t i = 0; i < pivots_.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!builder.is_constant(lower_[i][j], 0)) coupled[i] = coupled[j] = 1;
    Evidence result;
    for (std::size_t i = 0; i < pivots_.size(); ++i)
        if (coupled[i] == 0) result.values.push_back(pivots_[i]);
    result.alone = result.values.size();
    for (const auto* list : {&pivots_, &sizes_, &diagonal_})
        for (std::size_t i = 0; i < pivots_.size(); ++i)
            if (coupled[i] != 0) result.values.push_back((*list)[i]);
    return result;
}

double determination(std::span<const double> evidence, std::size_t alone) noexcept {
    for (const double pivot : evidence.first(alone))
        if (pivot == 0 || !std::isfinite(pivot)) return 0;
    const std::size_t n = (evidence.size() - alone) / 3;
    const auto pivots = evidence.subspan(alone, n), sizes = evidence.subspan(alone + n, n),
               diagonal = evidence.last(n);
    double least = 1;
    bool turned = false;
    for (std::size_t i = 0; i < n; ++i) {
        const bool differs = (pivots[i] > 0) != (pivots[0] > 0);
        // Definite and quasi-definite matrices have no pivot of another sign than its diagonal.
        if ((turned && !differs) || pivots[i] * diagonal[i] < 0) return 0;
        turned = differs;
        const double ratio = std::fabs(pivots[i]) / sizes[i];
        if (!(ratio > 0) || !std::isfinite(sizes[i])) return 0;
        least = std::min(least, ratio);
    }
    return least;
}

}  // namespace rattleback
