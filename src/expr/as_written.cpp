#include "expr/as_written.hpp"

#include "expr/parse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

Sentence as_written(std::string_view text) {
    const Names names{.any_function = true, .keeps_decimals = true};
    SentencePart part{.as_written = std::string(text)};
    try {
        std::string_view rest = text;
        for (auto sign = rest.find('='); sign != std::string_view::npos; sign = rest.find('=')) {
            part.sides.push_back(parse(rest.substr(0, sign), names));
            part.signs.emplace_back("=");
            rest.remove_prefix(sign + 1);
        }
        part.sides.push_back(parse(rest, names));
    } catch (const ModelError&) {
        return text;
    } catch (const NumericalError&) {  // a formula without value: 1/0
        return text;
    }
    return part;
}

Sentence with_marked_formulas(std::string_view text) {
    constexpr char mark = '`';
    Sentence result;
    for (;;) {
        const std::size_t open = text.find(mark);
        const std::size_t close = open == std::string_view::npos ? open : text.find(mark, open + 1);
        if (close == std::string_view::npos) return result += text;
        result += text.substr(0, open);
        result += as_written(text.substr(open + 1, close - open - 1));
        text.remove_prefix(close + 1);
    }
}

}  // namespace rattleback
