// A quadratic form in velocities as a sum of squares with nothing left, by Lagrange's reduction:
//
//     Q = Σ dₐ pₐ² ,    pₐ affine in the variables, each led by a variable that the later ones do not have
//
// so that any combination of the pₐ is found from its slopes. Pivots that surely never vanish come first.
// A form that is not positive, or of which something is left, has none. That of any quadratic polynomial,
// with a rest, is geometry/completed_squares.hpp.
#pragma once

#include <optional>

#include "model/system.hpp"

namespace rattleback {

struct NormSquares {
    ExprVector parts, weights;
    std::vector<std::size_t> leaders;
    ExprMatrix slopes;  // of each part by the variables

    // The coefficients of a combination of the parts with these slopes.
    ExprVector combination(const ExprVector& of) const;
};

std::optional<NormSquares> squares_of(const Expr& q, const ExprVector& variables,
                                      const std::vector<Parameter>& parameters);

// Proved with little work; else it counts as one that does not.
bool vanishes_quickly(const Expr& e);

}  // namespace rattleback
