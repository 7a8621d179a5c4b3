// An expression as a mechanician would write it, before it is set in any language.
//
// All that text, LaTeX and MathML have in common is decided here, once:
//
//   Sums      terms with accelerations first, then velocities, then the rest, then the constant;
//             but a positive term leads where there is one: 1 − x.
//   Products  numbers first, functions last; see notation.hpp.
//   Fractions negative exponents and denominators of coefficients stand below one bar.
//   Brackets  where precedence asks for them.
//
// There are three layouts. Line is the formula language and reads back as the same expression. Page
// has built-up fractions, roots, |x|, eˣ, sin²φ, ∂A/∂x, and functions without brackets where that
// is clear; a number below a bracketed sum stands before it: ½m(ẋ² + ẏ²). Screen has what a page
// has, but stays on one line, as a terminal must: fractions with a slash and the brackets that asks
// for, √(x² + y²), exp(u).
// Parts that the expression shares are shared in the notation too.
#pragma once

#include <deque>

#include "expr/notation.hpp"

namespace rattleback {

enum class Layout { Line, Page, Screen };

class WrittenExpression {
public:
    // Throws NumericalError when the expression is deeper than the parser reads, or would have
    // more than `largest_written` parts.
    WrittenExpression(const Expr& expression, Layout layout);
    WrittenExpression(const WrittenExpression&) = delete;
    WrittenExpression& operator=(const WrittenExpression&) = delete;

    const Notation& root() const { return *root_; }

private:
    std::deque<Notation> notations_;
    const Notation* root_;
};

inline constexpr double largest_written = 10'000'000;

// Whether the first sign of it is a minus: −x, −(a + b)/2, but not 1 − x.
bool begins_with_minus(const Expr& e);

}  // namespace rattleback
