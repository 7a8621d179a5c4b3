// Characters that give orders instead of being shown.
//
// Those below U+0020 but for tab, line feed and carriage return, U+007F to U+009F, and the marks that
// change the direction of text, U+202A to U+202E and U+2066 to U+2069: a terminal obeys them, and a
// reader sees something else than what is there.
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

}  // namespace rattleback
