#include "base/control_characters.hpp"

#include <algorithm>

namespace rattleback {
namespace {

constexpr unsigned no_character = 0xFFFFFFFF;

bool gives_orders(unsigned code) {
    if (code == '\t' || code == '\n') return false;
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069) || code == no_character;
}

// The character at a byte of UTF-8; a byte that begins none is no character.
ControlCharacter character_at(std::string_view text, std::size_t byte) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = at(byte);
    if (first < 0x80) return {byte, 1, first};
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || byte + size > text.size()) return {byte, 1, no_character};
    unsigned code = first & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((at(byte + i) & 0xc0U) != 0x80U) return {byte, 1, no_character};
        code = code << 6U | (at(byte + i) & 0x3fU);
    }
    constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_half = code >= 0xd800 && code <= 0xdfff;
    if (code < least[size] || is_half || code > 0x10ffff) return {byte, 1, no_character};
    return {byte, size, code};
}

// At the end of a line it belongs to that; elsewhere what follows is written over the line.
bool ends_line(std::string_view text, const ControlCharacter& at) {
    return at.code == '\r' && text.substr(at.byte + 1).starts_with('\n');
}

}  // namespace

std::optional<ControlCharacter> control_character(std::string_view text, std::size_t from) {
    while (from < text.size()) {
        const ControlCharacter next = character_at(text, from);
        if (gives_orders(next.code) && !ends_line(text, next)) return next;
        from += next.size;
    }
    return {};
}

std::string without_controls(std::string_view text) {
    std::string result;
    std::size_t from = 0;
    while (const auto next = control_character(text, from)) {
        result += text.substr(from, next->byte - from);
        result += "\uFFFD";
        from = next->byte + next->size;
    }
    return result += text.substr(from);
}

std::string on_one_line(std::string_view text) {
    std::string result = without_controls(text);
    std::ranges::replace_if(result, [](unsigned char c) { return c < ' '; }, ' ');
    return result;
}

}  // namespace rattleback
