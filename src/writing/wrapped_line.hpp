// A long line of formulas, broken at operators so that it can be read on a screen.
//
//       x'' = (a + b)*sin(phi) + …
//             - c*cos(phi)            the sign opens the next line, which hangs under the first
//
// A line is broken before an operator, rather outside brackets than inside them, rather between
// terms than between factors, and never inside a name or a number. What has no place to be broken
// stays long. Widths are columns (display_width.hpp). Both notations are understood, that of
// formulas and that of print_unicode.hpp.
#pragma once

#include <string>
#include <string_view>

namespace rattleback {

inline constexpr std::size_t widest_line = 100;  // columns

// The line without its end; every line but the first begins with `indent` spaces.
std::string wrapped_line(std::string_view line, std::size_t indent,
                         std::size_t width = widest_line);

}  // namespace rattleback
