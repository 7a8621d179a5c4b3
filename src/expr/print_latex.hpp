// Expressions in LaTeX, for math mode.
//
// Velocities are \dot{x}, phi is \varphi, m1 is m_{1}, log is \ln, exp(u) is e^{u}; brackets grow
// with \left( \right) only where their content is higher than a line. Needs amsmath for
// \operatorname and for three dots or more. Throws NumericalError for what cannot be written out;
// see written.hpp.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "expr/equation.hpp"

namespace rattleback {

std::string to_latex(const Expr& e);
std::string to_latex(const Equation& equation);  // "left = right"

// How wide a formula is, and where it may be broken into rows. Widths are estimates: one for a letter,
// less for what stands high or low.
struct LatexText {
    // Before the sign of a sum, behind so much of the width, inside so many brackets.
    struct Break {
        std::size_t at;
        double width;
        int depth;
    };

    std::string text = {};
    double width = 0;
    std::vector<Break> breaks = {};
};

// What is wider than the room is written so that it can be broken: in brackets of a fixed height, since
// \left and \right must be in one row; a fraction as 1/b before its numerator, a root as a power.
LatexText latex_text(const Expr& e, double room = std::numeric_limits<double>::infinity());

// A name as in formulas, with dots for its primes: lambda1 is \lambda_{1}.
std::string latex_name(std::string_view name, int primes = 0);

}  // namespace rattleback
