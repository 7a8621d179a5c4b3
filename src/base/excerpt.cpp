#include "base/excerpt.hpp"

#include <algorithm>
#include <string_view>

namespace rattleback {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

int count_characters(std::string_view s) {
    return static_cast<int>(
        std::count_if(s.begin(), s.end(), [](char c) { return !continues_character(c); }));
}

std::size_t line_begin(std::string_view text, std::size_t byte) {
    const auto newline = byte == 0 ? std::string_view::npos : text.rfind('\n', byte - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
}

}  // namespace

Position position_of(const SourceText& source, std::size_t byte) {
    const std::string_view text = source.text;
    byte = std::min(byte, text.size());
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n');
    const auto begin = line_begin(text, byte);
    const int column = count_characters(text.substr(begin, byte - begin));
    if (lines == 0) return {source.start.line, source.start.column + column};
    return {source.start.line + static_cast<int>(lines), 1 + column};
}

std::string excerpt(const SourceText& source, SourceRange range) {
    constexpr std::size_t before = 60, after = 40;  // bytes shown on either side of a long line
    static_assert(before < longest_context && after < longest_context);
    range.begin = std::min(range.begin, source.text.size());
    const auto line_start = line_begin(source.text, range.begin);
    const auto line_stop = std::min(source.text.find('\n', range.begin), source.text.size());

    std::string text = source.text.substr(line_start, line_stop - line_start);
    range = {range.begin - line_start, std::clamp(range.end, range.begin, line_stop) - line_start};
    if (line_start == 0) {
        text.insert(0, source.before);
        range = {range.begin + source.before.size(), range.end + source.before.size()};
    }
    if (line_stop == source.text.size()) text += source.after;

    auto from = range.begin > before ? range.begin - before : 0;
    auto to = text.size() - range.begin > after ? range.begin + after : text.size();
    while (from > 0 && continues_character(text[from])) --from;
    while (to < text.size() && continues_character(text[to])) ++to;

    std::string shown, carets;
    const auto append = [&](std::string_view piece, char mark) {
        shown += piece;
        carets.append(static_cast<std::size_t>(count_characters(piece)), mark);
    };
    if (from > 0) append("…", ' ');
    const auto marked_end = std::clamp(range.end, range.begin, to);
    append(text.substr(from, range.begin - from), ' ');
    append(text.substr(range.begin, marked_end - range.begin), '^');
    if (marked_end == range.begin) carets += '^';  // an empty range points between characters
    append(text.substr(marked_end, to - marked_end), ' ');
    if (to < text.size()) append("…", ' ');

    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; },
        ' ');
    carets.erase(carets.find_last_of('^') + 1);
    return "  " + shown + "\n  " + carets;
}

}  // namespace rattleback
