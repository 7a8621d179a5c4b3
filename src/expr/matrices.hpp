// Vectors and matrices of expressions, and sums over repeated indices.
//
//     dot: Σᵢ aᵢ bᵢ        product: Σⱼ Aᵢⱼ xⱼ  or  Σⱼ Aᵢⱼ Bⱼₖ        difference: aᵢ − bᵢ
//
// Products are written down as they stand: nothing is expanded, and zeros vanish. Rank, kernel and
// inverse need decisions: exact/linear_algebra.hpp.
#pragma once

#include <vector>

#include "expr/expr.hpp"

namespace rattleback {

using ExprVector = std::vector<Expr>;
using ExprMatrix = std::vector<ExprVector>;  // rows

Expr dot(const ExprVector& a, const ExprVector& b);
ExprVector product(const ExprMatrix& a, const ExprVector& x);
ExprMatrix product(const ExprMatrix& a, const ExprMatrix& b);
ExprVector difference(const ExprVector& a, const ExprVector& b);
ExprVector negated(ExprVector entries);
ExprMatrix identity(std::size_t n);
ExprMatrix transposed(const ExprMatrix& a);
ExprMatrix column(const ExprVector& entries);  // of one entry in each row

}  // namespace rattleback
