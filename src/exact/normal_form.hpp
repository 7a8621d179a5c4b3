// The normal form: one way of writing for each rational function of symbols and kernels.
//
// normal_form(e) is a quotient of two expanded polynomials over ℚ in symbols and kernels. Angle
// sums and multiples are expanded to base angles, tan and the hyperbolic functions rewritten,
// sin² + cos² = 1 and (√u)² = u used (no cos², no root and no cosine in a denominator), numerator
// and denominator coprime, the denominator with coprime whole coefficients and a positive leading
// one; exponentials that all its terms have are written above, with negative exponents. It does not aim to be short: see simplify.
//
// The supported class: rational functions of
//   symbols, π and exact numbers,
//   sin, cos, tan of linear combinations (rational coefficients whose denominators are powers of
//   two times what all multiples of the same angle share, any monomials) plus multiples of π/12,
//   exp, sinh, cosh, tanh of such combinations,
//   √u and |u| with u in the class, where no two radicands have a common factor,
//   and applications of unspecified functions and of log, asin, atan, atan2 that are not related
//   by an identity between each other (log(xy) and log x + log y are).
// For two expressions of the class: they are equal, wherever both are defined, if and only if
// their normal forms are the same node. Outside the class equal normal forms still mean equal
// expressions; different ones then mean nothing, and is_zero looks further.
#pragma once

#include "exact/limits.hpp"
#include "expr/expr.hpp"

namespace rattleback {

// Throws TooLarge at the limits, and NumericalError when a denominator vanishes identically.
Expr normal_form(const Expr& e, const Limits& limits = {});

}  // namespace rattleback
