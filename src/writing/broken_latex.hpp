// Long formulas of LaTeX, broken into rows of an align.
//
//     a + b + c + …    becomes    a + b \\  &\qquad {} + c + …
//
// LaTeX breaks no displayed formula itself. A row is broken before a sign outside brackets; where
// one term alone is too wide, inside its brackets, the outer ones first, which are then of a fixed
// height, since \left and \right must be in one row; a fraction that is too wide stands as 1/b before
// its numerator, and a root as a power. Widths are estimates: one for a letter, less for what stands
// high or low. What has no sign to be broken at stays long.
#pragma once

#include <string>
#include <string_view>

namespace rattleback {

inline constexpr double widest_latex = 58;  // letters in a column of 345 pt, that of article

double latex_width(std::string_view formula);

// `used`: what stands in the row already.
std::string broken_latex(const std::string& formula, double used, double width = widest_latex);

}  // namespace rattleback
