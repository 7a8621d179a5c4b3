// Pieces of HTML: escaped text, tables, and formulas in MathML.
//
// Whatever comes from the user or from another part of the program passes through `html` before it
// reaches the page, so that no title can end an element or begin a script. Formulas that are too
// large to be written out say so in their place.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/equation.hpp"
#include "expr/print_mathml.hpp"

namespace rattleback {

// Text as text: & < > " ' have no meaning, and control characters are not there.
std::string html(std::string_view text);

// Text inside a <script> that is data: it cannot end the element. Right for LaTeX, which has no use
// for "</script", and for JSON, where < occurs in strings only.
std::string script_text(std::string_view text);
std::string script_json(std::string_view json);

// The first row is the head. Cells are HTML already.
std::string html_table(std::span<const std::vector<std::string>> rows);

// In a line of text.
std::string html_math(const Expr& e);
// On its own, in a box that scrolls.
std::string html_display(const Equation& equation);
std::string html_display(std::string_view mathml);

}  // namespace rattleback
