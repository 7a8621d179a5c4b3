// Sums over repeated indices, for vectors and matrices of expressions.
//
//     dot: Σᵢ aᵢ bᵢ        product: Σⱼ Aᵢⱼ xⱼ  or  Σⱼ Aᵢⱼ Bⱼₖ        difference: aᵢ − bᵢ
//
// Products are written down as they stand: nothing is expanded, and zeros vanish.
#pragma once

#include "expr/derivative.hpp"

namespace rattleback {

Expr dot(const ExprVector& a, const ExprVector& b);
ExprVector product(const ExprMatrix& a, const ExprVector& x);
ExprMatrix product(const ExprMatrix& a, const ExprMatrix& b);
ExprVector difference(const ExprVector& a, const ExprVector& b);
ExprMatrix identity(std::size_t n);

}  // namespace rattleback
