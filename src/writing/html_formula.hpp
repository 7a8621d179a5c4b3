// A formula as its author wrote it, in MathML: 9.81 is 9.81, not 981/100.
//
// Expressions are exact, and print decimals as fractions. Here each decimal number of the text stands
// for itself: it is read as a symbol, and the symbol is printed as the number. A number alone with a
// power of ten is set as one: 2e-4 is 2·10⁻⁴.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "expr/print_mathml.hpp"

namespace rattleback {

// A formula or an equation, within <math>; nothing where the text is neither.
std::optional<std::string> html_formula(std::string_view text,
                                        MathDisplay display = MathDisplay::Inline);

// 1.5e-12 with its power of ten set high, as text; nothing where the text is no such number.
std::optional<std::string> html_power_of_ten(std::string_view text);

}  // namespace rattleback
