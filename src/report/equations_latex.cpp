#include "report/equations_latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/letters.hpp"
#include "expr/print_latex.hpp"
#include "report/broken_latex.hpp"
#include "report/written_steps.hpp"

namespace rattleback {
namespace {

struct Sign {
    std::string_view seen, latex;
};
constexpr std::array<Sign, 6> signs{{{"⁻¹", "^{-1}"},
                                     {"ᵀ", "^{T}"},
                                     {"*", "^{*}"},
                                     {"∇", "\\nabla "},
                                     {"𝕃", "\\mathbb{L}"},
                                     {"·", "\\cdot "}}};

// The first character, or sign, of the text in LaTeX; what is read is removed.
std::string take_sign(std::string_view& text) {
    for (const auto& [seen, latex] : signs)
        if (text.starts_with(seen)) {
            text.remove_prefix(seen.size());
            return std::string(latex);
        }
    for (const GreekLetter& letter : greek_letters())
        if (text.starts_with(letter.unicode)) {
            text.remove_prefix(letter.unicode.size());
            return std::string(letter.latex) + " ";
        }
    const std::string one(text.substr(0, 1));
    text.remove_prefix(1);
    return one;
}

// What stands behind _ or ^ up to the next of them.
std::string take_script(std::string_view& text) {
    std::string script;
    while (!text.empty() && text[0] != '_' && text[0] != '^' && text[0] != ' ')
        script += take_sign(text);
    return script;
}

// left &= right, in as many rows as it needs.
std::string row(const std::string& left, const std::string& right) {
    const double beside = latex_width(left);
    if (beside < widest_latex / 2)
        return fmt::format("  {} &= {}", left, broken_latex(right, beside + 2));
    return fmt::format("  & {} \\\\\n  &\\qquad {{}} = {}", broken_latex(left, 0),
                       broken_latex(right, 6));
}

bool is_wide(const WrittenStep& step) {
    double widest = 0;
    for (const auto& entries : step.value) {
        double width = 0;
        for (const auto& entry : entries) width += 2 + (entry ? latex_width(to_latex(*entry)) : 1);
        widest = std::max(widest, width);
    }
    return widest > widest_latex - 10;
}

// Entry by entry, without those that vanish.
std::string entries_latex(const WrittenStep& step) {
    const std::string name = latex_symbol(step.symbols[0]);
    std::string rows;
    for (std::size_t i = 0; i < step.value.size(); ++i)
        for (std::size_t j = 0; j < step.value[i].size(); ++j) {
            const auto& entry = step.value[i][j];
            if (entry && entry->is_zero()) continue;
            const std::string left = fmt::format("[{}]_{{{},{}}}", name, i + 1, j + 1);
            rows += (rows.empty() ? "" : " \\\\\n") +
                    row(left, entry ? to_latex(*entry) : std::string("\\cdots"));
        }
    return "\\begin{align*}\n" + rows + "\n\\end{align*}\n";
}

std::string matrix(const WrittenStep& step) {
    if (step.value.size() == 1 && step.value[0].size() == 1 && step.value[0][0])
        return to_latex(*step.value[0][0]);
    std::string rows;
    std::size_t columns = 0;
    for (const auto& row : step.value) {
        std::string line;
        for (const auto& entry : row)
            line +=
                (line.empty() ? "" : " & ") + (entry ? to_latex(*entry) : std::string("\\cdots"));
        rows += (rows.empty() ? "    " : " \\\\\n    ") + line;
        columns = std::max(columns, row.size());
    }
    return fmt::format("\\left(\\begin{{array}}{{{}}}\n{}\n  \\end{{array}}\\right)",
                       std::string(columns, 'c'), rows);
}

std::string step_latex(const WrittenStep& step) {
    std::string names;
    for (const std::string& symbol : step.symbols) names += latex_symbol(symbol) + " = ";
    const std::string comment = latex_comment(step.symbols[0] + ": " + step.meaning);
    if (step.value.empty()) return comment;
    if (is_wide(step)) return comment + entries_latex(step);
    return comment + fmt::format("\\begin{{equation*}}\n  {}{}\n\\end{{equation*}}\n", names,
                                 step.vanishes ? std::string("0") : matrix(step));
}

std::string steps_latex(const Equations& equations) {
    std::string text;
    bool complete = true;
    for (const WrittenStep& step : written_steps(equations)) {
        text += step_latex(step);
        complete = complete && step.is_complete();
    }
    return complete ? text : text + latex_comment(left_open);
}

void add_lines(std::string& lines, const std::vector<Equation>& group, std::string_view title) {
    if (group.empty()) return;
    if (!lines.empty()) lines += " \\\\\n";
    if (!title.empty()) lines += fmt::format("\\intertext{{{}}}\n", title);
    for (std::size_t i = 0; i < group.size(); ++i)
        lines += (i == 0 ? "" : " \\\\\n") + row(to_latex(group[i].left), to_latex(group[i].right));
}

std::string written_latex(const Formulation& form, const Equations& equations,
                          const WrittenEquations& written, bool with_steps) {
    std::string text =
        latex_comment(fmt::format("{}: {} ({})", form.name, form.title, form.source));
    for (const std::string& note : equations.notes) text += latex_comment("Note: " + note);
    for (const std::string& remark : written.remarks) text += latex_comment(remark);
    if (with_steps) text += steps_latex(equations);
    std::string lines;
    for (const auto* group :
         {&written.abbreviations, &written.kinematics, &written.dynamics, &written.multipliers})
        add_lines(lines, *group, "");
    add_lines(lines, written.reactions, "Reaction");
    return text + "\\begin{align*}\n" + lines + "\n\\end{align*}\n";
}

}  // namespace

std::string latex_comment(std::string_view text) {
    std::string line(text);
    std::ranges::replace(line, '\n', ' ');
    std::ranges::replace(line, '\r', ' ');
    return "% " + line + "\n";
}

std::string latex_symbol(std::string_view symbol) {
    constexpr std::string_view words = " as printed";
    std::string result;
    while (!symbol.empty()) {
        if (symbol.starts_with(words)) return result + fmt::format("\\text{{{}}}", symbol);
        if (symbol[0] == '_' || symbol[0] == '^') {
            result += symbol[0];
            symbol.remove_prefix(1);
            result += "{" + take_script(symbol) + "}";
            continue;
        }
        std::string sign = take_sign(symbol);
        constexpr std::string_view macron = "̄";
        if (symbol.starts_with(macron)) {
            symbol.remove_prefix(macron.size());
            sign = "\\bar{" + sign + "}";
        }
        result += sign;
    }
    return result;
}

std::string equations_latex(const Formulation& form, const Equations& equations, bool with_steps) {
    return written_latex(form, equations, write_out(equations), with_steps);
}

std::string equations_latex(const Formulation& form, const Equations& equations,
                            const WrittenEquations& written) {
    return written_latex(form, equations, written, false);
}

}  // namespace rattleback
