// A short way of writing an expression as one fraction:
//
//     −b/(a − b)       where `simplify` may leave 1 − a/(a − b), which is as short
//     m n/(n − m)      for 1/(1/m − 1/n)
//
// Entries of projectors and inverses are read beside each other, and so want one denominator each.
#pragma once

#include "exact/simplify.hpp"

namespace rattleback {

// Where that grows beyond the limits it is what `simplify` makes.
Expr one_fraction(const Expr& e, const SimplifyOptions& options = {});
ExprMatrix one_fraction(ExprMatrix matrix, const SimplifyOptions& options = {});  // each entry

}  // namespace rattleback
