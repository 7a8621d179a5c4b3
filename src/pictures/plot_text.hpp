// Text in a plot: symbols set as mathematics, and an estimate of how much room they need.
//
// A letter that stands alone, Latin or Greek, is italic; words and digits are upright; raised and
// lowered digits, and what stands behind an underscore, are set small and shifted; dots are set apart,
// over their letter, which no font does for θ̇. The fonts of whoever looks are not known, so widths
// are those of a wide one (DejaVu Serif): text may come out shorter, not longer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rattleback {

enum class TextKind : std::uint8_t { Formula, Prose };  // nothing is italic in prose

// What goes between <text> and </text>.
std::string svg_text(const std::string& label, TextKind kind, double font_size);

// In the units of font_size.
double text_width(const std::string& label, double font_size);

// At spaces, but not inside an equation, into lines of like length, none wider than the room unless one
// word is.
std::vector<std::string> wrapped(const std::string& text, double font_size, double room);

// The size, or a smaller one at which the label fits into the room.
double fitting_size(const std::string& label, double font_size, double room);

std::string xml_escaped(std::string text);

}  // namespace rattleback
