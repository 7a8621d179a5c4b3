#include "programs/filled_template.hpp"

#include <stdexcept>

namespace rattleback {
namespace {

const std::string& value_of(std::string_view name, const TemplateValues& values) {
    const auto found = values.find(name);
    if (found == values.end())
        throw std::logic_error("a template asks for '" + std::string(name) + "'");
    return found->second;
}

// The value, as whole lines.
std::string as_lines(const std::string& value) {
    return value.empty() || value.ends_with('\n') ? value : value + "\n";
}

}  // namespace

std::string filled(std::string_view text, const TemplateValues& values) {
    std::string result;
    while (true) {
        const auto begin = text.find("{{");
        if (begin == std::string_view::npos) return result.append(text);
        const auto end = text.find("}}", begin);
        if (end == std::string_view::npos) return result.append(text);
        const std::string& value = value_of(text.substr(begin + 2, end - begin - 2), values);
        const bool at_start =
            begin == 0 ? result.empty() || result.ends_with('\n') : text[begin - 1] == '\n';
        const bool alone = at_start && end + 2 < text.size() && text[end + 2] == '\n';
        result.append(text.substr(0, begin)).append(alone ? as_lines(value) : value);
        text.remove_prefix(end + 2 + (alone ? 1 : 0));
    }
}

}  // namespace rattleback
