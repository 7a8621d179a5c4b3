// Equations of motion in MathML: a fragment that can be pasted into a page of HTML.
//
// Each formulation is a <section> with its name, its notes and one <math display="block"> per
// group: an aligned table with one row per equation. With steps, each intermediate matrix is a
// <math> before them. The fragment is well-formed XML too, once one element is put around it.
#pragma once

#include <string>
#include <string_view>

#include "writing/written_equations.hpp"
#include "writing/written_steps.hpp"

namespace rattleback {

std::string equations_mathml(const Formulation& form, const Equations& equations, bool with_steps);

// Text as a comment.
std::string mathml_comment(std::string_view text);

// A step that has a value: Z̄_α = (…).
std::string mathml_formula(const WrittenStep& step);

// The symbol of a step, such as Z̄_α, G⁻¹ or v_r^1.
std::string mathml_symbol(const StepSymbol& of);

}  // namespace rattleback
