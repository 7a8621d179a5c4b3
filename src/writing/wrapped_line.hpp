// A long line of formulas, broken at operators so that it can be read on a screen.
//
//       x'' = (a + b)*sin(phi) + …
//             - c*cos(phi)            the sign opens the next line, which hangs under the first
//
// A line is broken before an operator, rather outside brackets than inside them, rather between
// terms than between factors: where whoever wrote the formula says that it may be (expr/line_text.hpp).
// What has no place to be broken stays long. Widths are columns (display_width.hpp).
#pragma once

#include <string>

#include "expr/line_text.hpp"

namespace rattleback {

inline constexpr std::size_t widest_line = 100;  // columns

// The line without its end; every line but the first begins with `indent` spaces.
std::string wrapped_line(const LineText& line, std::size_t indent, std::size_t width = widest_line);

}  // namespace rattleback
