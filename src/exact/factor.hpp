// Factors of an expression as a polynomial in chosen variables.
//
// factor(b, velocities) splits a constraint b = u·b₁·b₂ into its branches b₁ = 0 and b₂ = 0. The
// factors are irreducible over ℚ in symbols and kernels; everything free of the chosen variables,
// including numbers, is in the unit u. Factors of the denominator that contain the variables have
// negative multiplicity. sin² + cos² = 1 is used either way round, whichever gives more factors; a
// product that was multiplied out and rewritten by it, with terms of odd and of even degree in the
// sine and cosine of one angle, may still be found whole.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "exact/limits.hpp"
#include "expr/expr.hpp"

namespace rattleback {

struct Factorization {
    Expr unit = 1;
    std::vector<std::pair<Expr, int>> factors;  // in canonical order

    Expr product() const;
};

// Throws TooLarge at the limits. The variables may be symbols or kernels.
Factorization factor(const Expr& e, std::span<const Expr> variables, const Limits& limits = {});

}  // namespace rattleback
