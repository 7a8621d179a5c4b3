#include "report/broken_latex.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace rattleback {
namespace {

// The end of the braces that open at `at`, behind the closing one.
std::size_t group_end(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '{') ++depth;
        if (text[at] == '}' && --depth == 0) return at + 1;
    }
    return text.size();
}

std::string_view inside(std::string_view text, std::size_t at, std::size_t end) {
    return text.substr(at + 1, end - at - 2);
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::size_t command_end(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && is_letter(text[end])) ++end;
    return std::max(end, std::min(at + 2, text.size()));
}

double width_of_command(std::string_view name) {
    for (const char* function : {"\\sin", "\\cos", "\\tan", "\\ln"})
        if (name == function) return 2.5;
    for (const char* nothing :
         {"\\left", "\\right", "\\dot", "\\ddot", "\\mathrm", "\\bigl", "\\bigr", "\\operatorname"})
        if (name == nothing) return 0;
    return name == "\\," ? 0.3 : 1.1;
}

// A whole fraction that is one term, taken apart.
struct Fraction {
    std::string sign, above, below;
};

bool take_fraction(const std::string& term, Fraction& found) {
    const std::string_view text = term;
    const std::size_t from = text.starts_with('-') ? 1 : 0;
    if (!text.substr(from).starts_with("\\frac{")) return false;
    const std::size_t above = from + 5, below = group_end(text, above),
                      end = group_end(text, below);
    if (end != text.size()) return false;
    found = {std::string(text.substr(0, from)), std::string(inside(text, above, below)),
             std::string(inside(text, below, end))};
    return true;
}

// The formula cut before every " + " and " - " outside braces and at most `deepest` brackets deep.
std::vector<std::string> pieces(std::string_view text, int deepest) {
    std::vector<std::string> result;
    int braces = 0, brackets = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        braces += c == '{' ? 1 : c == '}' ? -1 : 0;
        brackets += c == '(' ? 1 : c == ')' ? -1 : 0;
        const std::string_view rest = text.substr(at);
        const bool is_sign = rest.starts_with(" + ") || rest.starts_with(" - ");
        if (is_sign && braces == 0 && brackets <= deepest && at > begin) {
            result.emplace_back(text.substr(begin, at - begin));
            begin = at;
        }
    }
    result.emplace_back(text.substr(begin));
    return result;
}

// \left( and \right) of the outermost brackets in a height that may span rows.
std::string with_fixed_brackets(const std::string& term) {
    std::string result;
    int depth = 0, braces = 0;
    for (std::size_t at = 0; at < term.size(); ++at) {
        const std::string_view rest = std::string_view(term).substr(at);
        braces += term[at] == '{' ? 1 : term[at] == '}' ? -1 : 0;
        const bool outermost = braces == 0;
        if (outermost && rest.starts_with("\\left(") && depth == 0) {
            result += "\\bigl(";
            at += 5;
            ++depth;
        } else if (outermost && rest.starts_with("\\right)") && depth == 1) {
            result += "\\bigr)";
            at += 6;
            --depth;
        } else {
            if (outermost) depth += term[at] == '(' ? 1 : term[at] == ')' ? -1 : 0;
            result += term[at];
        }
    }
    return result;
}

// A term that may be broken inside, where it is too wide.
std::vector<std::string> parts_of_term(const std::string& term, double width) {
    const bool signed_term = term.starts_with(" + ") || term.starts_with(" - ");
    const std::string sign = signed_term ? term.substr(0, 3) : "";
    std::string body = term.substr(sign.size());
    if (latex_width(body) <= width) return {term};
    if (Fraction f; take_fraction(body, f) && latex_width(f.above) > width) {
        const bool is_sum = pieces(f.above, 0).size() > 1;
        body = f.sign + "\\frac{1}{" + f.below + "} " +
               (is_sum ? "\\bigl(" + f.above + "\\bigr)" : f.above);
    }
    return pieces(sign + with_fixed_brackets(body), 1);
}

}  // namespace

double latex_width(std::string_view formula) {
    double width = 0;
    for (std::size_t at = 0; at < formula.size();) {
        const char c = formula[at];
        if (formula.substr(at).starts_with("\\frac{")) {
            const std::size_t above = at + 5, below = group_end(formula, above),
                              end = group_end(formula, below);
            width += 0.5 + std::max(latex_width(inside(formula, above, below)),
                                    latex_width(inside(formula, below, end)));
            at = end;
        } else if ((c == '_' || c == '^') && at + 1 < formula.size() && formula[at + 1] == '{') {
            const std::size_t end = group_end(formula, at + 1);
            width += 0.7 * latex_width(inside(formula, at + 1, end));
            at = end;
        } else if (c == '\\') {
            const std::size_t end = command_end(formula, at);
            width += width_of_command(formula.substr(at, end - at));
            at = end;
        } else {
            const bool is_sign = c == '+' || c == '-' || c == '=';
            width += is_sign ? 2 : c == ' ' || c == '{' || c == '}' ? 0 : 1;
            ++at;
        }
    }
    return width;
}

std::string broken_latex(const std::string& formula, double used, double width) {
    if (used + latex_width(formula) <= width) return formula;
    constexpr double indent = 4;
    std::string result;
    double column = used;
    for (const std::string& term : pieces(formula, 0))
        for (const std::string& part : parts_of_term(term, width - indent)) {
            const double wide = latex_width(part);
            const bool breaks = !result.empty() && part.starts_with(' ') && column + wide > width;
            if (breaks) {
                result += " \\\\\n  &\\qquad {}";
                column = indent;
            }
            result += part;
            column += wide;
        }
    return result;
}

}  // namespace rattleback
