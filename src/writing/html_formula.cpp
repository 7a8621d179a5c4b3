#include "writing/html_formula.hpp"

#include <fmt/format.h>

#include <vector>

#include "expr/parse.hpp"
#include "expr/tokens.hpp"
#include "writing/html_text.hpp"

namespace rattleback {
namespace {

constexpr std::string_view digits = "0123456789";

bool is_decimal(std::string_view number) {
    return number.find_first_not_of(digits) != std::string_view::npos;
}

// The text with names in the place of its decimal numbers.
struct Named {
    std::string text;
    std::vector<std::string> decimals;
};

std::string name_of(std::size_t decimal) { return "decimal_" + std::to_string(decimal); }

// No name of a formula begins like this, and it sorts before all of them.
Expr symbol_of(std::size_t decimal) { return symbol("!" + std::to_string(decimal)); }

Named with_names(std::string_view text) {
    const SourceText source{.text = std::string(text)};
    Tokens tokens(source);
    Named result;
    std::size_t done = 0;
    for (Token token = tokens.next(); token.kind != TokenKind::End; token = tokens.next()) {
        const auto [begin, end] = token.range;
        if (token.kind != TokenKind::Number || !is_decimal(tokens.text(token.range))) continue;
        result.text += text.substr(done, begin - done);
        result.text += name_of(result.decimals.size());
        result.decimals.emplace_back(tokens.text(token.range));
        done = end;
    }
    result.text += text.substr(done);
    return result;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string with_decimals(std::string mathml, const std::vector<std::string>& decimals) {
    for (std::size_t i = 0; i < decimals.size(); ++i) {
        const std::string name = mathml_name(symbol_of(i).name());
        replace_all(mathml, "<mo>&#x2062;</mo>" + name, "<mo>⋅</mo>" + name);
        replace_all(mathml, name, fmt::format("<mn>{}</mn>", decimals[i]));
    }
    return mathml;
}

std::string in_mathml(const Named& named) {
    Names names{.any_function = true};
    for (std::size_t i = 0; i < named.decimals.size(); ++i)
        names.definitions.emplace(name_of(i), symbol_of(i));
    return named.text.find('=') == std::string::npos ? to_mathml(parse(named.text, names))
                                                     : to_mathml(parse_equation(named.text, names));
}

struct PowerOfTen {
    std::string_view factor, exponent;
    bool negative = false;
};

std::optional<PowerOfTen> power_of_ten(std::string_view text) {
    const auto e = text.find_first_of("eE");
    if (e == std::string_view::npos || e == 0 || e + 1 == text.size()) return {};
    PowerOfTen result{text.substr(0, e), text.substr(e + 1)};
    result.negative = result.exponent.front() == '-';
    const auto first = result.exponent.find_first_not_of("+-0");
    result.exponent.remove_prefix(std::min(first, result.exponent.size()));
    const std::string_view factor =
        result.factor.starts_with('-') ? result.factor.substr(1) : result.factor;
    const bool is_number = !factor.empty() && !result.exponent.empty() &&
                           factor.find_first_not_of("0123456789.") == std::string_view::npos &&
                           !is_decimal(result.exponent);
    return is_number ? std::optional(result) : std::nullopt;
}

std::string number_mathml(const PowerOfTen& number) {
    const bool negative = number.factor.starts_with('-');
    return fmt::format(
        "<mrow>{}<mn>{}</mn><mo>⋅</mo><msup><mn>10</mn><mrow>{}<mn>{}</mn></mrow></msup></mrow>",
        negative ? "<mo>−</mo>" : "", number.factor.substr(negative ? 1 : 0),
        number.negative ? "<mo>−</mo>" : "", number.exponent);
}

}  // namespace

std::optional<std::string> html_formula(std::string_view text, MathDisplay display) {
    if (const auto number = power_of_ten(text)) return mathml_root(number_mathml(*number), display);
    try {
        const Named named = with_names(text);
        return html_spaced_math(with_decimals(in_mathml(named), named.decimals), display);
    } catch (const std::exception&) {  // no formula, or too long to be written out
        return {};
    }
}

std::optional<std::string> html_power_of_ten(std::string_view text) {
    const auto number = power_of_ten(text);
    if (!number) return {};
    const std::string factor = number->factor == "1" ? "" : html(number->factor) + "·";
    return fmt::format("{}10<sup>{}{}</sup>", factor, number->negative ? "−" : "",
                       number->exponent);
}

}  // namespace rattleback
