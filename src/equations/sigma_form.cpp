#include "equations/sigma_form.hpp"

#include "expr/substitute.hpp"
#include "geometry/bordered_inverse.hpp"

namespace rattleback {
namespace {

// The blocks M' and D of the equations' matrix ( M' −Dᵀ ; D 0 ).
BorderedInverse inverse_of(const ExprMatrix& matrix, std::size_t n) {
    ExprMatrix mass, slope;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        const auto from = matrix[i].begin();
        (i < n ? mass : slope).emplace_back(from, from + static_cast<std::ptrdiff_t>(n));
    }
    return bordered_inverse(mass, slope, slope).value_or(BorderedInverse{});
}

}  // namespace

std::vector<Step> sigma_form_steps(const Expr& extended, const ExprVector& lambda,
                                   const ExprVector& sigma, const ExprMatrix& matrix,
                                   const ExprVector& right) {
    const std::size_t n = matrix.size() - lambda.size();
    ExprVector f = right;
    for (std::size_t i = 0; i < n; ++i) f[i] = -f[i];
    std::vector<Replacement> by_sigma;
    for (std::size_t i = 0; i < lambda.size(); ++i)
        by_sigma.emplace_back(lambda[i], symbol(sigma[i].name(), 1));
    std::vector<Step> steps{
        {"F", "(3.5): K (a, λ̇) + F = 0 with K = (M −Dᵀ; −D 0), M less λ·∂²b/∂v∂v", column(f)},
        {StepSymbol("𝕃").low("σ"),
         "extended Lagrangian with σ̇ = λ (3.7)",
         {{substitute(extended, by_sigma)}}},
        {StepSymbol("F").low("σ"), "(3.9): K (a, σ̈) + F = 0", column(substitute(f, by_sigma))}};
    const ExprMatrix inverse = inverse_of(matrix, n).inverse;
    if (!inverse.empty())
        steps.push_back({"G", "normal form (3.10): (a, σ̈) = G(q, v, σ̇) = −K⁻¹ F",
                         column(negated(substitute(product(inverse, f), by_sigma)))});
    return steps;
}

}  // namespace rattleback
