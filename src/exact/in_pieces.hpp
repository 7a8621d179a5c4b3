// Products and quotients of large polynomials, in pieces between which the work may be left.
//
// FLINT's own take seconds where there are millions of terms, ask for no memory on the way, and hear
// nothing (see long_operation.hpp for those that do). A product is the sum of those of parts; a quotient
// is had by long division in one variable, whose coefficients are polynomials in the others. In lines
// of FLINT's order the parts need no copies.
#pragma once

#include <flint/flint.h>
#include <flint/fmpz_mpoly.h>

#include <optional>

#include "exact/polynomial.hpp"

namespace rattleback {

// `result` is neither a nor b.
void multiply_in_pieces(fmpz_mpoly_t result, const fmpz_mpoly_struct& a, const fmpz_mpoly_struct& b,
                        const fmpz_mpoly_ctx_struct* context);

// Nothing where b does not divide a; b is not constant.
std::optional<Polynomial> divide_by_powers(const Polynomial& a, const Polynomial& b);

}  // namespace rattleback
