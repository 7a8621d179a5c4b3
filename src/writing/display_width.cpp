#include "writing/display_width.hpp"

namespace rattleback {
namespace {

unsigned byte(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
}

// U+0300 to U+036F, and U+20D0 to U+20FF, where three and four dots are.
bool is_combining(std::string_view text, std::size_t at) {
    const unsigned first = byte(text, at), second = byte(text, at + 1), third = byte(text, at + 2);
    if (first == 0xCC) return true;
    if (first == 0xCD) return second <= 0xAF;
    return first == 0xE2 && second == 0x83 && third >= 0x90;
}

}  // namespace

bool takes_column(std::string_view utf8, std::size_t at) {
    const bool continues = (byte(utf8, at) & 0xC0U) == 0x80U;
    return !continues && !is_combining(utf8, at);
}

std::size_t display_width(std::string_view utf8) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < utf8.size(); ++at)
        if (takes_column(utf8, at)) ++width;
    return width;
}

std::string padded(std::string_view utf8, std::size_t width) {
    const std::size_t used = display_width(utf8);
    return std::string(utf8) + std::string(width > used ? width - used : 0, ' ');
}

}  // namespace rattleback
