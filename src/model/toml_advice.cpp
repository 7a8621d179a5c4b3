#include "model/toml_advice.hpp"

#include <fmt/format.h>

#include "expr/tokens.hpp"
#include "model/toml_tree.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// "Error while parsing key-value pair: expected '='" names the place and the problem.
struct Problem {
    std::string where, what;
};

Problem split(const std::string& description) {
    constexpr std::string_view opening = "Error while parsing ";
    const auto colon = description.find(": ");
    if (!description.starts_with(opening) || colon == std::string::npos) return {{}, description};
    return {description.substr(opening.size(), colon - opening.size()),
            description.substr(colon + 2)};
}

// Whether the byte stands to the right of the first '=' of its line.
bool is_in_value(std::string_view text, std::size_t byte) {
    const auto newline = byte == 0 ? std::string_view::npos : text.rfind('\n', byte - 1);
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    return text.substr(begin, byte - begin).find('=') != std::string_view::npos;
}

// 'm' in "cannot redefine existing integer 'm'".
std::string redefined_name(const Problem& problem) {
    if (problem.what.find("cannot redefine existing") == std::string::npos) return {};
    const auto first = problem.what.find('\''), last = problem.what.rfind('\'');
    return first < last ? problem.what.substr(first + 1, last - first - 1) : "";
}

// What the caret points at: the reader stops behind a number, and at the value of a repeated key.
SourceRange guilty_words(std::string_view text, std::size_t byte, const Problem& problem) {
    if (const std::string name = redefined_name(problem); !name.empty()) {
        const bool is_header = text.substr(byte).starts_with('[');
        const auto begin = is_header ? text.find(name, byte) : text.rfind(name, byte);
        if (begin != std::string_view::npos) return {begin, begin + name.size()};
    }
    constexpr std::string_view in_number = "0123456789.eE+-_";
    if (problem.where.find("integer") != std::string::npos ||
        problem.where.find("floating-point") != std::string::npos) {
        std::size_t begin = byte;
        while (begin > 0 && in_number.find(text[begin - 1]) != std::string_view::npos) --begin;
        return {begin, byte};
    }
    return {byte, byte};
}

std::string sentence(std::string_view text, std::size_t byte, const Problem& problem) {
    const auto has = [&](std::string_view part) {
        return problem.what.find(part) != std::string::npos;
    };
    const auto rest = text.substr(byte);
    const bool end_of_line = rest.empty() || rest.starts_with('\n') || rest.starts_with('\r');
    const bool in_string = problem.where.find("string") != std::string::npos;
    if (const std::string name = redefined_name(problem); !name.empty())
        return fmt::format("{} is given twice", quoted(name));
    if (in_string && end_of_line && (has("end-of-file") || has("control characters")))
        return "the text does not end: a quotation mark is missing";
    if (has("expected '=', saw '''"))
        return "a key with a prime is written in quotation marks, as in \"phi'\" = 1";
    if (problem.where == "key-value pair" && end_of_line && is_in_value(text, byte))
        return "there is no value after '='";
    if (constexpr std::string_view depth = "nested value depth of "; has(depth)) {
        const auto digits = problem.what.substr(problem.what.find(depth) + depth.size());
        return fmt::format("lists and tables are nested more than {} levels deep",
                           digits.substr(0, digits.find(' ')));
    }
    if (has("is not representable") || has("could not be interpreted as a value"))
        return "the number is too large for TOML; in quotation marks it may have any size";
    if (is_in_value(text, byte) &&
        (has("could not determine value type") || has("expected 'true'") ||
         has("expected 'false'") || has("expected a comment")))
        return "expected a value; formulas and text stand in quotation marks, as in \"x'^2/2\"";
    return fmt::format("this is not TOML: {}{}", problem.what,
                       problem.where.empty() ? "" : " (in the " + problem.where + ")");
}

// Where a string that begins at `at` ends, or the end of the text.
std::size_t skip_string(std::string_view text, std::size_t at) {
    const char mark = text[at];
    const std::string three(3, mark);
    const bool long_form = text.substr(at).starts_with(three);
    std::size_t i = at + (long_form ? 3 : 1);
    for (; i < text.size(); ++i) {
        if (text[i] == '\\' && mark == '"')
            ++i;
        else if (long_form ? text.substr(i).starts_with(three) : text[i] == mark || text[i] == '\n')
            break;
    }
    i += long_form ? 3 : 1;
    // A long string may have one or two marks as its own last characters.
    for (int more = 0; long_form && more < 2 && i < text.size() && text[i] == mark; ++more) ++i;
    return std::min(text.size(), i);
}

}  // namespace

void refuse_toml(const ModelText& text, std::size_t byte, const std::string& description) {
    const Problem problem = split(description);
    const auto [begin, end] = guilty_words(text.text(), byte, problem);
    throw ModelError(sentence(text.text(), byte, problem), text.piece(begin, end),
                     {0, end - begin});
}

void check_depth_of_keys(const ModelText& source) {
    const std::string_view text = source.text();
    int dots = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '#') {
            i = std::min(text.find('\n', i), text.size() - 1);
            dots = 0;
        } else if (c == '"' || c == '\'') {
            i = skip_string(text, i) - 1;
        } else if (c == '.') {
            if (++dots > deepest_key)
                throw ModelError(
                    fmt::format("the key has more than {} dots; no key of a model has that many",
                                deepest_key),
                    source.piece(i, i + 1), {0, 1});
        } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{') {
            dots = 0;
        }
    }
}

}  // namespace rattleback
