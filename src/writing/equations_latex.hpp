// Equations of motion in LaTeX: an align* for amsmath and amssymb, with comments that say what
// it is.
//
// The reaction follows under \intertext. With steps, each intermediate matrix is an equation* before
// them, or an align* of its entries where it is wider than a page. Long formulas are broken into
// rows; see broken_latex.hpp.
#pragma once

#include <string>
#include <string_view>

#include "writing/written_equations.hpp"

namespace rattleback {

std::string equations_latex(const Formulation& form, const Equations& equations, bool with_steps);
// The same without steps, of equations that are written out already.
std::string equations_latex(const Formulation& form, const Equations& equations,
                            const WrittenEquations& written);

// Text as lines of comment.
std::string latex_comment(std::string_view text);

// The symbol of a step, such as Z̄_α, G⁻¹ or v_r^1, for math mode.
std::string latex_symbol(const StepSymbol& of);

}  // namespace rattleback
