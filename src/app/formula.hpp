// Formulas on the command line: reading them, and writing them in the form asked for.
//
// Every name is a symbol. A function must be one of the language, or declared: --function A makes
// A(x, y) an unspecified function, so that it can be differentiated. ln(x) is refused, with advice.
#pragma once

#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "expr/equation.hpp"

namespace rattleback {

enum class FormulaLanguage { Text, Latex, Mathml };

// What the verbs that treat formulas are given beside them.
struct FormulaOptions {
    std::vector<std::string> functions;  // unspecified ones
    std::string form = "text";           // a name of FormulaLanguage
};

Expr read_formula(const std::string& text, const FormulaOptions& options);
Equation read_equation(const std::string& text, const FormulaOptions& options);
// The parts of an equation that must have values where it is judged (expr/parts.hpp).
std::vector<Expr> parts_of_equation(const std::string& text, const FormulaOptions& options);
std::string write(const Expr& e, const FormulaOptions& options);

// Declares --function NAME, --as text|latex|mathml.
void add_function_option(Arguments& arguments, FormulaOptions& options);
void add_writing_option(Arguments& arguments, FormulaOptions& options);

}  // namespace rattleback
