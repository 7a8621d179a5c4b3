// Long formulas of LaTeX, broken into rows of an align.
//
//     a + b + c + …    becomes    a + b \\  &\qquad {} + c + …
//
// LaTeX breaks no displayed formula itself. A row is broken before a sign outside brackets; where
// one term alone is too wide, inside its brackets, the outer ones first. What can be broken, and how
// wide it is, is known from writing it (expr/print_latex.hpp). What has no sign to be broken at stays
// long.
#pragma once

#include <string>

#include "expr/print_latex.hpp"

namespace rattleback {

inline constexpr double widest_latex = 58;  // letters in a column of 345 pt, that of article

// `used`: what stands in the row already.
std::string broken_latex(const Expr& formula, double used, double width = widest_latex);

}  // namespace rattleback
