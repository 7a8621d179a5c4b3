// Expressions as mathematics on one line of Unicode, for reading in a terminal.
//
//     m*x''*cos(phi)^2/2 - lambda1*y'    is    ½ m ẍ cos² φ − λ₁ ẏ
//
// Velocities have dots, Greek names are Greek, powers stand high and subscripts low where Unicode
// has the signs. It has them for digits and for most small letters but not for y and z, so x, y, z
// and Greek stay behind an underscore, all alike: R_x, R_y. Factors are set apart by a thin space
// (U+2009), which takes one column; a dot over a letter takes none. Not for programs: only
// to_text reads back. Throws NumericalError for what cannot be written out; see written.hpp.
#pragma once

#include <string>
#include <string_view>

#include "expr/equation.hpp"

namespace rattleback {

// A label is drawn by somebody who sets dots and subscripts himself: dots are combining signs behind
// their letter, and letters stand low behind an underscore, as in v_max.
enum class UnicodeStyle { Terminal, Label };

std::string to_unicode(const Expr& e, UnicodeStyle style = UnicodeStyle::Terminal);
std::string to_unicode(const Equation& equation);  // "left = right"

// A name as in formulas, with dots for its primes: lambda1 is λ₁.
std::string unicode_name(std::string_view name, int primes = 0,
                         UnicodeStyle style = UnicodeStyle::Terminal);

inline constexpr std::string_view thin_space = "\u2009";

}  // namespace rattleback
