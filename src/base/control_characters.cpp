#include "base/control_characters.hpp"

namespace rattleback {
namespace {

bool gives_orders(unsigned code) {
    if (code == '\t' || code == '\n' || code == '\r') return false;
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

// The character at a byte of UTF-8; a byte that begins none stands for itself.
ControlCharacter character_at(std::string_view text, std::size_t byte) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = at(byte);
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    if (size == 1 || byte + size > text.size()) return {byte, 1, first};
    unsigned code = first & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) code = code << 6U | (at(byte + i) & 0x3fU);
    return {byte, size, code};
}

}  // namespace

std::optional<ControlCharacter> control_character(std::string_view text, std::size_t from) {
    while (from < text.size()) {
        const ControlCharacter next = character_at(text, from);
        if (gives_orders(next.code)) return next;
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

}  // namespace rattleback
