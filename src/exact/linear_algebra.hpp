// Exact linear algebra on matrices of expressions.
//
// Entries are elements of the field of field.hpp: an entry counts as zero exactly when it is zero
// as a function of the symbols, so the rank is the rank at a generic point. A pivot is accepted
// only when it is proved not to vanish identically; when that cannot be decided a NumericalError
// says which entry. TooLarge is thrown at the limits.
#pragma once

#include <optional>

#include "exact/limits.hpp"
#include "expr/derivative.hpp"

namespace rattleback {

std::size_t rank(const ExprMatrix& a, const Limits& limits = {});

// The rows that are independent of those before them; beyond the limits by certified_rows.hpp.
std::vector<std::size_t> independent_rows(const ExprMatrix& a, const Limits& limits = {});

// A basis of {x : A x = 0}, one vector per row, entries polynomial without common factor.
ExprMatrix kernel(const ExprMatrix& a, const Limits& limits = {});

Expr determinant(const ExprMatrix& a, const Limits& limits = {});
// All determinants of as many columns as there are rows, in the order of the columns.
ExprVector minors(const ExprMatrix& a, const Limits& limits = {});

// The solution of A x = b for square A; empty when A is singular.
std::optional<ExprVector> solve(const ExprMatrix& a, const ExprVector& b,
                                const Limits& limits = {});

}  // namespace rattleback
