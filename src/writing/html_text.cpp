#include "writing/html_text.hpp"

#include <fmt/format.h>

#include "base/errors.hpp"
#include "writing/html_formula.hpp"

namespace rattleback {
namespace {

constexpr std::string_view too_long = "<mtext>(too long to show)</mtext>";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Whether the name of a function, such as sin, begins here, perhaps as the base of a power.
bool begins_with_function(std::string_view mathml) {
    if (mathml.starts_with("<mrow>")) mathml.remove_prefix(6);
    if (mathml.starts_with("<msup>")) mathml.remove_prefix(6);
    return mathml.starts_with("<mi>") && mathml.size() > 6 && is_letter(mathml[4]) &&
           is_letter(mathml[5]);
}

// g sin φ, not gsinφ: browsers set no space where a function is applied or multiplied by.
std::string spaced(std::string_view mathml) {
    constexpr std::string_view times = "<mo>&#x2062;</mo>", apply = "<mo>&#x2061;</mo>",
                               space = "<mspace width=\"0.17em\"/>";
    std::string result;
    while (!mathml.empty()) {
        const bool is_times = mathml.starts_with(times), is_apply = mathml.starts_with(apply);
        if (!is_times && !is_apply) {
            result += mathml[0];
            mathml.remove_prefix(1);
            continue;
        }
        result += mathml.substr(0, times.size());
        mathml.remove_prefix(times.size());
        const bool in_brackets = mathml.starts_with("<mrow><mo>(") || mathml.starts_with("<mo>(");
        if (is_times ? begins_with_function(mathml) : !in_brackets) result += space;
    }
    return result;
}

template <typename Formula>
std::string written(const Formula& formula) {
    try {
        return to_mathml(formula);
    } catch (const NumericalError&) {
        return std::string(too_long);
    }
}

}  // namespace

std::string html(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            case '"': result += "&quot;"; break;
            case '\'': result += "&#39;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string script_text(std::string_view text) {
    std::string result;
    for (const char c : text) {
        result += c;
        if (c == '<') result += ' ';
    }
    return result;
}

std::string script_json(std::string_view json) {
    std::string result;
    for (const char c : json) result += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return result;
}

std::string html_table(std::span<const std::vector<std::string>> rows) {
    std::string text = "<table>\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += i == 0 ? "<thead><tr>" : "<tr>";
        for (const std::string& cell : rows[i])
            text += fmt::format("<{0}>{1}</{0}>", i == 0 ? "th" : "td", cell);
        text += i == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n";
    }
    return text + "</tbody></table>\n";
}

std::string html_spaced_math(std::string_view mathml, MathDisplay display) {
    return mathml_root(spaced(mathml), display);
}

std::string html_math(const Expr& e) { return html_spaced_math(written(e)); }

std::string html_formulas(std::span<const Written> texts) {
    std::string result;
    for (const Written& text : texts) {
        if (!result.empty()) result += ", ";
        const auto math = html_formula(text.text());
        result += math ? *math : fmt::format("<code>{}</code>", html(text.text()));
    }
    return result;
}

std::string html_display(const Equation& equation) { return html_display(written(equation)); }

std::string html_display(std::string_view mathml) {
    return fmt::format("<div class=\"equation\">{}</div>\n",
                       html_spaced_math(mathml, MathDisplay::Block));
}

}  // namespace rattleback
