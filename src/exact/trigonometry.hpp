// Ways of writing the same trigonometric polynomial, among which simplify chooses.
//
// Internal to src/exact.
#pragma once

#include "exact/field.hpp"

namespace rattleback {

// The choice between sin² and cos², angle by angle, that leaves the fewest terms.
Polynomial with_fewest_terms(const Field& field, Polynomial p);

// Products of sines and cosines as sums over compound angles: cos a cos b + sin a sin b = cos(a − b).
// Throws TooLarge when there would be more waves than could be read.
Expr with_compound_angles(const Field& field, const Fraction& f);

// sin u / cos u → tan u inside products.
Expr with_tangents(const Expr& e);

}  // namespace rattleback
