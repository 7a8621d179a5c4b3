#include "writing/broken_latex.hpp"

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
        if (name == function) return 3;
    for (const char* nothing :
         {"\\left", "\\right", "\\dot", "\\ddot", "\\mathrm", "\\bigl", "\\bigr", "\\operatorname"})
        if (name == nothing) return 0;
    return name == "\\," ? 0.3 : 1.1;
}

// The end of the \left( that begins at `at`, behind its \right).
std::size_t pair_end(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text.substr(at).starts_with("\\left(")) ++depth;
        if (text.substr(at).starts_with("\\right)") && --depth == 0) return at + 7;
    }
    return text.size();
}

// A place to break at: before " + " or " - ", inside so many brackets that may span rows.
struct Cut {
    std::size_t at;
    int depth;
};

std::vector<Cut> cuts_of(std::string_view text) {
    std::vector<Cut> cuts;
    int braces = 0, brackets = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("\\left(")) {
            at = pair_end(text, at) - 1;
            continue;
        }
        braces += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        brackets += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        const bool is_sign = rest.starts_with(" + ") || rest.starts_with(" - ");
        if (is_sign && braces == 0 && at > 0) cuts.push_back({at, brackets});
    }
    return cuts;
}

bool is_sum(std::string_view text) {
    return std::ranges::any_of(cuts_of(text), [](const Cut& cut) { return cut.depth == 0; });
}

// What is wider than a row, in a form that can be broken: brackets of a fixed height, a fraction as
// 1/b before its numerator, a root as a power.
std::string loosened(std::string_view text, double width) {
    const auto in_brackets = [&](std::string_view inner) {
        return "\\bigl(" + loosened(inner, width) + "\\bigr)";
    };
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("\\left(")) {
            const std::size_t end = pair_end(text, at);
            const std::string_view inner = text.substr(at + 6, end - at - 13);
            result += latex_width(inner) > width ? in_brackets(inner)
                                                 : std::string(text.substr(at, end - at));
            at = end;
        } else if (rest.starts_with("\\frac{")) {
            const std::size_t above = at + 5, below = group_end(text, above),
                              end = group_end(text, below);
            const std::string_view inner = inside(text, above, below);
            if (latex_width(inner) > width)
                result += "\\frac{1}{" + std::string(inside(text, below, end)) + "} " +
                          (is_sum(inner) ? in_brackets(inner) : loosened(inner, width));
            else
                result += text.substr(at, end - at);
            at = end;
        } else if (rest.starts_with("\\sqrt{")) {
            const std::size_t end = group_end(text, at + 5);
            const std::string_view inner = inside(text, at + 5, end);
            result += latex_width(inner) > width ? in_brackets(inner) + "^{1/2}"
                                                 : std::string(text.substr(at, end - at));
            at = end;
        } else {
            result += text[at++];
        }
    }
    return result;
}

// The formula in parts no wider than a row, where it has signs enough: cut outside brackets first.
class Parts {
public:
    Parts(const std::string& formula, double width)
        : width_(width), text_(loosened(formula, width)), cuts_(cuts_of(text_)) {
        cut(0, text_.size(), 0);
    }

    const std::vector<std::string>& all() const { return parts_; }

private:
    void cut(std::size_t from, std::size_t to, int depth) {
        std::size_t begin = from;
        for (const Cut& next : cuts_) {
            if (next.at <= from || next.at >= to || next.depth > depth) continue;
            add(begin, next.at, depth);
            begin = next.at;
        }
        add(begin, to, depth);
    }

    void add(std::size_t from, std::size_t to, int depth) {
        const std::string part = text_.substr(from, to - from);
        const bool has_cuts = std::ranges::any_of(
            cuts_, [&](const Cut& next) { return next.at > from && next.at < to; });
        if (latex_width(part) > width_ && has_cuts)
            cut(from, to, depth + 1);
        else
            parts_.push_back(part);
    }

    double width_;
    std::string text_;
    std::vector<Cut> cuts_;
    std::vector<std::string> parts_;
};

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
    const Parts parts(formula, width - indent);
    for (const std::string& part : parts.all()) {
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
