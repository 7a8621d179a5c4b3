#include "geometry/christoffel.hpp"

#include "expr/matrices.hpp"

namespace rattleback {

ExprTensor christoffel_first_kind(const Metric& metric) {
    const std::size_t n = metric.q.size();
    ExprTensor slope;  // ∂ᵢg_jk as [i][j][k]
    for (const Expr& q : metric.q) {
        ExprMatrix& of_q = slope.emplace_back();
        for (const ExprVector& row : metric.lower) of_q.push_back(derivative(row, q));
    }
    ExprTensor gamma(n, ExprMatrix(n, ExprVector(n)));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            for (std::size_t k = 0; k < n; ++k)
                gamma[i][j][k] = gamma[j][i][k] =
                    (slope[i][j][k] + slope[j][k][i] - slope[k][i][j]) / 2;
    return gamma;
}

ExprTensor christoffel_second_kind(const Metric& metric, const ExprTensor& first_kind) {
    const std::size_t n = metric.q.size();
    ExprTensor gamma(n, ExprMatrix(n, ExprVector(n)));
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t s = 0; s <= k; ++s) {
            const ExprVector upper = raised(metric, first_kind[k][s]);
            for (std::size_t r = 0; r < n; ++r) gamma[r][k][s] = gamma[r][s][k] = upper[r];
        }
    return gamma;
}

ExprVector inertial_terms(const ExprTensor& first_kind, const ExprVector& v) {
    const std::size_t n = v.size();
    std::vector<SumBuilder> sums(n);
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t s = 0; s <= k; ++s) {
            const Expr pair = v[k] * v[s];
            for (std::size_t i = 0; i < n; ++i)
                if (!first_kind[k][s][i].is_zero())
                    sums[i].add(s == k ? 1 : 2, first_kind[k][s][i] * pair);
        }
    ExprVector result;
    for (SumBuilder& sum : sums) result.push_back(sum.build());
    return result;
}

}  // namespace rattleback
