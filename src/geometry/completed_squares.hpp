// A quadratic polynomial as a sum of squares, by Lagrange's reduction.
//
//     g = d₁ℓ₁² + … + d_rℓ_r² + c ,      ℓⱼ affine in the variables, dⱼ and c free of them
//
// The signs of the dⱼ, where they have one, say whether g is definite (Sylvester's law of inertia).
// Nothing is returned for other polynomials, and where a product xᵢxⱼ is left without any square: g
// is then indefinite, and its reduction would need a change of variables that nobody reads.
#pragma once

#include "exact/answer.hpp"

namespace rattleback {

struct Square {
    Expr coefficient, form;  // d ℓ²
};

struct SquareSum {
    std::vector<Square> squares;
    Expr constant;

    Expr expression() const;
};

std::optional<SquareSum> completed_squares(const Expr& g, const ExprVector& variables,
                                           const Limits& limits = interactive_limits);

}  // namespace rattleback
