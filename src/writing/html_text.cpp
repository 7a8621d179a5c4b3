#include "writing/html_text.hpp"

#include <fmt/format.h>

#include "base/control_characters.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::string_view too_long = "<mtext>(too long to show)</mtext>";

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
    for (const char c : without_controls(text)) {
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

std::string html_math(const Expr& e) { return mathml_root(written(e)); }

std::string html_display(const Equation& equation) { return html_display(written(equation)); }

std::string html_display(std::string_view mathml) {
    return fmt::format("<div class=\"equation\">{}</div>\n",
                       mathml_root(mathml, MathDisplay::Block));
}

}  // namespace rattleback
