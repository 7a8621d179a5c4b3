// Characters that give orders instead of being shown.
//
// Those below U+0020 but for tabs and the ends of lines, U+007F to U+009F, the separators of lines
// U+2028 and U+2029, and the marks that change the direction of text, U+202A to U+202E and U+2066 to
// U+2069: a terminal obeys them, and a reader sees something else than what is there. So does what is
// no UTF-8 at all, as names of files may be.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rattleback {

struct ControlCharacter {
    std::size_t byte, size;  // its place in the text
    unsigned code;
};

// The first one from this byte on.
std::optional<ControlCharacter> control_character(std::string_view text, std::size_t from = 0);

// The text with U+FFFD for each of them.
std::string without_controls(std::string_view text);

// The same, with spaces for the ends of its lines: for what is a name.
std::string on_one_line(std::string_view text);

}  // namespace rattleback
