// Places in a user's text, and the line that is quoted there.
//
//     x'^2 + sine(y)
//            ^^^^            excerpt: the line, indented by two, and carets under the range
//
// Lines and columns are those of the file (rattleback/source.hpp). A long line is cut to a window around
// the range, with "…" where it was cut.
#pragma once

#include "rattleback/source.hpp"

namespace rattleback {

// Bytes of `before` and `after` of a SourceText that an excerpt can need.
inline constexpr std::size_t longest_context = 100;

// Line and column, in the file, of a byte of the text.
Position position_of(const SourceText& source, std::size_t byte);

std::string excerpt(const SourceText& source, SourceRange range);

}  // namespace rattleback
