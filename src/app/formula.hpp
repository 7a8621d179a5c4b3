// Formulas on the command line: reading them, and writing them in the form asked for.
//
// Every name is a symbol, and a function that is not known is taken as unspecified, so that
// A(x, y) can be differentiated; a name near a known function is refused as misspelt.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "expr/equation.hpp"

namespace rattleback {

enum class Form { Text, Latex, Mathml };

Expr read_formula(const std::string& text);
Equation read_equation(const std::string& text);

// Declares --as text|latex|mathml.
void add_form_option(CLI::App& arguments, Form& form);
std::string write(const Expr& e, Form form);

}  // namespace rattleback
