#include "programs/program_lines.hpp"

#include <algorithm>
#include <cctype>

#include "base/control_characters.hpp"

namespace rattleback {
namespace {

constexpr std::size_t line_width = 97;  // with room for what begins a comment

// Behind a line that ends so, C and C++ take the next one for a part of it: ??/ is a backslash.
bool is_continued(std::string_view line) {
    line = line.substr(0, line.find_last_not_of(' ') + 1);
    return line.ends_with('\\') || line.ends_with("?\?/");
}

}  // namespace

std::string in_comment(std::string text) {
    text = on_one_line(text);
    for (const char* mark : {"*/", "/*"})
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
            text.insert(at + 1, " ");
    if (is_continued(text)) text += " .";
    return text;
}

std::string as_word(std::string text) {
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '\''; };
    std::ranges::replace_if(text, [&](unsigned char c) { return !is_plain(c); }, '_');
    return text;
}

std::string broken_line(std::string text, std::size_t indent, std::string_view mark,
                        std::string_view continuation) {
    std::string result;
    while (text.size() > line_width) {
        const auto at = text.rfind(mark, line_width - mark.size());
        if (at == std::string::npos || text.find_first_not_of(' ') > at) break;
        const std::string line = text.substr(0, at + mark.size());
        result += line.substr(0, line.find_last_not_of(' ') + 1) + std::string(continuation) + "\n";
        text = std::string(indent, ' ') + text.substr(at + mark.size());
    }
    return result + text;
}

std::string broken_signature(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        result += broken_line(line, line.find('(') + 1, ", ") + "\n";
        at = end + 1;
    }
    return result;
}

}  // namespace rattleback
