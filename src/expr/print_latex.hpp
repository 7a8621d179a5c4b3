// Expressions in LaTeX, for math mode.
//
// Velocities are \dot{x}, phi is \varphi, m1 is m_{1}, log is \ln, exp(u) is e^{u}; brackets grow
// with \left( \right) only where their content is higher than a line. Needs amsmath for
// \operatorname and for three dots or more. Throws NumericalError for what cannot be written out;
// see written.hpp.
#pragma once

#include <string>
#include <string_view>

#include "expr/equation.hpp"

namespace rattleback {

std::string to_latex(const Expr& e);
std::string to_latex(const Equation& equation);  // "left = right"

// A name as in formulas, with dots for its primes: lambda1 is \lambda_{1}.
std::string latex_name(std::string_view name, int primes = 0);

}  // namespace rattleback
