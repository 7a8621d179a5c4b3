// Exponentials and powers as they were written, under names.
//
// A field splits exponents into monomials, so that related kernels become powers of the same
// generators: exp(−(x − 9)²) is exp(18x)/exp(x² + 81) in it, and y^(n − 1) is y^n/y. Both are true.
// But the first has no value where its two parts overflow, and few digits where they nearly cancel;
// the second has none at y = 0. So kernels that are related to no others are named before a field
// sees them, and written out again afterwards:
//
//   exp u, sinh u, cosh u    exp s, sinh s, cosh s, where u is a sum; (u, 2u, 3u) are (s, 2s, 3s)
//   tanh u                   s, where exp u does not occur
//   b^(e + k), k whole       b^(k − k₀)·s, where k₀ is the least that occurs: s is b^(e + k₀)
//
// Exponents are related when one is a rational combination of others: those of exp x, exp y and
// exp(x + y) are, and stay. Internal to src/exact.
#pragma once

#include <span>

#include "exact/limits.hpp"
#include "expr/substitute.hpp"

namespace rattleback {

class NamedKernels {
public:
    NamedKernels(std::span<const Expr> expressions, const Limits& limits);

    const ExprVector& expressions() const { return named_; }
    Expr written(const Expr& e) const { return substitute(e, meanings_); }

private:
    Expr name_for(const Expr& meaning);

    ExprVector named_;
    std::vector<Replacement> meanings_;  // of the names
};

}  // namespace rattleback
