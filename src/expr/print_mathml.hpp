// Expressions in presentation MathML, for web pages.
//
// What is written is the same as in LaTeX. The result is well-formed XML: one element, without
// the <math> around it, which mathml_root adds. Throws NumericalError for what cannot be written
// out; see written.hpp.
#pragma once

#include <string>
#include <string_view>

#include "expr/equation.hpp"

namespace rattleback {

std::string to_mathml(const Expr& e);
std::string to_mathml(const Equation& equation);

// A name as in formulas, with dots for its primes.
std::string mathml_name(std::string_view name, int primes = 0);

enum class MathDisplay { Inline, Block };
std::string mathml_root(std::string_view content, MathDisplay display = MathDisplay::Inline);

}  // namespace rattleback
