#include "writing/equations_latex.hpp"
#include "writing/display_width.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/letters.hpp"
#include "expr/print_latex.hpp"
#include "writing/broken_latex.hpp"
#include "writing/written_steps.hpp"

namespace rattleback {
namespace {

struct Sign {
    std::string_view seen, latex;
};
constexpr std::array<Sign, 11> signs{{{"⁻¹", "^{-1}"},
                                      {"−", "-"},
                                      {"ᵀ", "^{T}"},
                                      {"*", "^{*}"},
                                      {"∇", "\\nabla "},
                                      {"𝕃", "\\mathbb{L}"},
                                      {"·", "\\cdot "},
                                      {"∂", "\\partial "},
                                      {"²", "^{2}"},
                                      {"ż", "\\dot{z}"},
                                      {"⊥", "\\perp "}}};

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

std::string signs_in_latex(std::string_view text) {
    constexpr std::string_view macron = "̄", circumflex = "̂";
    std::string result;
    while (!text.empty()) {
        std::string sign = take_sign(text);
        if (text.starts_with(macron)) {
            text.remove_prefix(macron.size());
            sign = "\\bar{" + sign + "}";
        } else if (text.starts_with(circumflex)) {
            text.remove_prefix(circumflex.size());
            sign = "\\hat{" + sign + "}";
        }
        result += sign;
    }
    return result;
}

std::string words_in_latex(std::string_view words) {
    std::string result;
    for (const char c : words) {
        if (std::string_view("_^&%$#{}").find(c) != std::string_view::npos) result += '\\';
        result += c == '\\' ? '/' : c;
    }
    return "\\text{" + result + "}";
}

std::string script_in_latex(const SymbolScript& script) {
    switch (script.kind) {
        case ScriptKind::Signs: return signs_in_latex(script.text);
        case ScriptKind::Name: return to_latex(symbol(script.text));
        case ScriptKind::Word: break;
    }
    return script.text.size() == 1 ? script.text : words_in_latex(script.text);
}

// The left side of a row: a formula, or the name of an entry.
struct LeftSide {
    std::string text;
    double width;
    std::optional<Expr> formula = {};

    LeftSide(std::string name, double its_width) : text(std::move(name)), width(its_width) {}
    explicit LeftSide(const Expr& e) : formula(e) {
        LatexText written = latex_text(e);
        text = std::move(written.text);
        width = written.width;
    }
    std::string broken() const { return formula ? broken_latex(*formula, 0) : text; }
};

// A title has no right side.
struct Row {
    LeftSide left;
    Expr right = {};
    bool is_title = false;
};

// The equals signs below one another, where all left sides are short. Where one is long all begin at
// the margin, since in an align every right side stands behind the longest left one.
class Rows {
public:
    void add(LeftSide left, Expr right) {
        widest_left_ = std::max(widest_left_, left.width);
        rows_.push_back({std::move(left), std::move(right)});
    }

    void add_title(std::string_view title) {
        rows_.push_back({{fmt::format("\\intertext{{{}}}\n", title), 0}, {}, true});
    }

    // The whole align; a long one may be broken by the end of a page.
    std::string text() const {
        std::string lines;
        bool after_row = false;
        for (const Row& row : rows_) {
            if (after_row) lines += " \\\\\n";
            lines += row.is_title ? row.left.text : written(row);
            after_row = !row.is_title;
        }
        const bool is_long = std::ranges::count(lines, '\n') > longest_unbroken;
        return fmt::format("{}\\begin{{align*}}\n{}\n\\end{{align*}}\n{}",
                           is_long ? "\\begingroup\\allowdisplaybreaks\n" : "", lines,
                           is_long ? "\\endgroup\n" : "");
    }

private:
    static constexpr std::ptrdiff_t longest_unbroken = 24;  // rows

    std::string written(const Row& row) const {
        const auto& [left, right, is_title] = row;
        if (widest_left_ < widest_latex / 3)
            return fmt::format("  {} &= {}", left.text,
                               broken_latex(right, 2, widest_latex - widest_left_));
        const double beside = left.width + 2;
        const double right_width = latex_text(right).width;
        if (beside < widest_latex / 3 || beside + right_width <= widest_latex)
            return fmt::format("  & {} = {}", left.text, broken_latex(right, beside));
        return fmt::format("  & {} \\\\\n  &\\qquad {{}} = {}", left.broken(),
                           broken_latex(right, 6));
    }

    std::vector<Row> rows_;
    double widest_left_ = 0;
};

bool is_wide(const WrittenStep& step) {
    double widest = 0;
    for (const auto& entries : step.value) {
        double width = 0;
        for (const Expr& entry : entries) width += 2 + latex_text(entry).width;
        widest = std::max(widest, width);
    }
    return widest > widest_latex - 10;
}

// Entry by entry, without those that vanish.
std::string entries_latex(const WrittenStep& step) {
    constexpr double brackets_and_indices = 4;
    const std::string name = latex_symbol(step.symbols[0]);
    const double width =
        static_cast<double>(display_width(step.symbols[0].text())) + brackets_and_indices;
    Rows rows;
    for (std::size_t i = 0; i < step.value.size(); ++i)
        for (std::size_t j = 0; j < step.value[i].size(); ++j) {
            const Expr& entry = step.value[i][j];
            if (entry.is_zero()) continue;
            rows.add({fmt::format("[{}]_{{{},{}}}", name, i + 1, j + 1), width}, entry);
        }
    return rows.text();
}

std::string matrix(const WrittenStep& step) {
    if (step.value.size() == 1 && step.value[0].size() == 1) return to_latex(step.value[0][0]);
    std::string rows;
    std::size_t columns = 0;
    for (const auto& row : step.value) {
        std::string line;
        for (const Expr& entry : row) line += (line.empty() ? "" : " & ") + to_latex(entry);
        rows += (rows.empty() ? "    " : " \\\\\n    ") + line;
        columns = std::max(columns, row.size());
    }
    return fmt::format("\\left(\\begin{{array}}{{{}}}\n{}\n  \\end{{array}}\\right)",
                       std::string(columns, 'c'), rows);
}

std::string step_latex(const WrittenStep& step) {
    std::string names;
    for (const StepSymbol& symbol : step.symbols) names += latex_symbol(symbol) + " = ";
    const std::string comment =
        latex_comment(step.symbols[0].text() + ": " + to_text(step.meaning));
    if (step.value.empty()) return comment;
    if (is_wide(step)) return comment + entries_latex(step);
    return comment + fmt::format("\\begin{{equation*}}\n  {}{}\n\\end{{equation*}}\n", names,
                                 step.vanishes ? std::string("0") : matrix(step));
}

void add_all(Rows& rows, const std::vector<Equation>& group) {
    for (const Equation& e : group) rows.add(LeftSide(e.left), e.right);
}

std::string abbreviations_latex(const std::vector<Equation>& abbreviations) {
    if (abbreviations.empty()) return {};
    Rows rows;
    add_all(rows, abbreviations);
    return rows.text();
}

std::string steps_latex(const Equations& equations) {
    const WrittenSteps all = written_steps(equations);
    std::string text = abbreviations_latex(all.abbreviations);
    for (const WrittenStep& step : all.steps) text += step_latex(step);
    return all.remark.empty() ? text : text + latex_comment(to_latex(all.remark));
}

std::string written_latex(const Formulation& form, const Equations& equations,
                          const WrittenEquations& written, bool with_steps) {
    std::string text =
        latex_comment(fmt::format("{}: {} ({})", form.name, form.title, form.source));
    for (const Sentence& note : equations.notes) text += latex_comment("Note: " + to_latex(note));
    for (const Sentence& remark : written.remarks) text += latex_comment(to_latex(remark));
    if (with_steps) text += steps_latex(equations);
    text += abbreviations_latex(written.abbreviations);
    Rows rows;
    for (const auto* group : {&written.kinematics, &written.dynamics, &written.multipliers})
        add_all(rows, *group);
    if (!written.reactions.empty()) rows.add_title("Reaction");
    add_all(rows, written.reactions);
    return text + rows.text();
}

}  // namespace

std::string latex_comment(std::string_view text) {
    std::string line(text);
    std::ranges::replace(line, '\n', ' ');
    std::ranges::replace(line, '\r', ' ');
    return "% " + line + "\n";
}

std::string latex_symbol(const StepSymbol& of) {
    std::string result;
    for (const SymbolPart& part : of.parts()) {
        result += signs_in_latex(part.signs);
        for (const SymbolScript& script : part.scripts)
            result += (script.is_low ? "_{" : "^{") + script_in_latex(script) + "}";
    }
    return of.remark().empty() ? result : result + words_in_latex(" " + of.remark());
}

std::string equations_latex(const Formulation& form, const Equations& equations, bool with_steps) {
    return written_latex(form, equations, write_out(equations), with_steps);
}

std::string equations_latex(const Formulation& form, const Equations& equations,
                            const WrittenEquations& written) {
    return written_latex(form, equations, written, false);
}

}  // namespace rattleback
