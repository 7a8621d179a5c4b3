#include "writing/equations_mathml.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "expr/print_mathml.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"
#include "writing/written_steps.hpp"

namespace rattleback {
namespace {

std::string paragraph(std::string_view text) { return fmt::format("<p>{}</p>\n", html(text)); }

std::string block(const std::string& content) {
    return mathml_root(content, MathDisplay::Block) + "\n";
}

// Left sides end where right sides begin.
std::string aligned(const std::vector<Equation>& group) {
    std::string rows;
    for (const Equation& e : group)
        rows += fmt::format(
            "\n<mtr><mtd style=\"text-align: right\">{}</mtd><mtd><mo>=</mo></mtd>"
            "<mtd style=\"text-align: left\">{}</mtd></mtr>",
            to_mathml(e.left), to_mathml(e.right));
    return block(fmt::format("<mtable columnalign=\"right center left\">{}\n</mtable>", rows));
}

std::string matrix(const WrittenStep& step) {
    std::string rows;
    for (const auto& row : step.value) {
        rows += "<mtr>";
        for (const auto& entry : row) rows += fmt::format("<mtd>{}</mtd>", to_mathml(entry));
        rows += "</mtr>";
    }
    if (step.value.size() == 1 && step.value[0].size() == 1) return to_mathml(step.value[0][0]);
    return fmt::format("<mrow><mo>(</mo><mtable>{}</mtable><mo>)</mo></mrow>", rows);
}

std::string step_mathml(const WrittenStep& step) {
    const std::string text = html_sentences({&step.meaning, 1});
    return step.value.empty() ? text : text + block(mathml_formula(step));
}

std::string steps_mathml(const Equations& equations) {
    const WrittenSteps all = written_steps(equations);
    std::string text;
    if (!all.abbreviations.empty())
        text += paragraph("Abbreviations in the steps") + aligned(all.abbreviations);
    for (const WrittenStep& step : all.steps) text += step_mathml(step);
    return all.remark.empty() ? text : text + html_sentences({&all.remark, 1});
}

// The end of the character that begins at `at`, with the signs that combine with it.
std::size_t character_end(std::string_view text, std::size_t at) {
    constexpr std::string_view macron = "̄", circumflex = "̂";
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    if (text.substr(end).starts_with(macron)) return end + macron.size();
    if (text.substr(end).starts_with(circumflex)) return end + circumflex.size();
    return end;
}

std::vector<std::string> signs_in_mathml(std::string_view text) {
    std::vector<std::string> result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = character_end(text, at);
        const std::string_view one = text.substr(at, end - at);
        result.push_back(one == " " ? "<mspace width=\"0.3em\"/>"
                                    : fmt::format("<mi>{}</mi>", html(one)));
        at = end;
    }
    return result;
}

std::string script_in_mathml(const SymbolScript& script) {
    switch (script.kind) {
        case ScriptKind::Signs: return fmt::format("<mi>{}</mi>", html(script.text));
        case ScriptKind::Name: return to_mathml(symbol(script.text));
        case ScriptKind::Word: break;
    }
    const char* const element = script.text.size() == 1 ? "mi" : "mtext";
    return fmt::format("<{0}>{1}</{0}>", element, html(script.text));
}

std::string with_scripts(const std::string& sign, const std::vector<SymbolScript>& scripts) {
    std::string below, above;
    for (const SymbolScript& script : scripts)
        (script.is_low ? below : above) = script_in_mathml(script);
    if (below.empty() && above.empty()) return sign;
    if (above.empty()) return fmt::format("<msub>{}{}</msub>", sign, below);
    if (below.empty()) return fmt::format("<msup>{}{}</msup>", sign, above);
    return fmt::format("<msubsup>{}{}{}</msubsup>", sign, below, above);
}

}  // namespace

std::string mathml_formula(const WrittenStep& step) {
    std::string names;
    for (const StepSymbol& symbol : step.symbols) names += mathml_symbol(symbol) + "<mo>=</mo>";
    return fmt::format("<mrow>{}{}</mrow>", names, step.vanishes ? "<mn>0</mn>" : matrix(step));
}

std::string mathml_comment(std::string_view text) {
    std::string line(text);
    for (auto at = line.find("--"); at != std::string::npos; at = line.find("--"))
        line.replace(at, 2, "-");
    if (line.ends_with('-')) line += ' ';
    return fmt::format("<!-- {} -->\n", line);
}

std::string mathml_symbol(const StepSymbol& of) {
    std::string result;
    for (const SymbolPart& part : of.parts()) {
        std::vector<std::string> signs = signs_in_mathml(part.signs);
        if (!signs.empty()) signs.back() = with_scripts(signs.back(), part.scripts);
        for (const std::string& sign : signs) result += sign;
    }
    if (!of.remark().empty()) result += fmt::format("<mtext> {}</mtext>", html(of.remark()));
    return "<mrow>" + result + "</mrow>";
}

std::string equations_mathml(const Formulation& form, const Equations& equations, bool with_steps) {
    const WrittenEquations written = write_out(equations);
    std::string text = mathml_comment(
        fmt::format("{}: {} ({}), a fragment of HTML", form.name, form.title, form.source));
    text += fmt::format("<section>\n<h2>{}</h2>\n", html(form.title));
    for (const Sentence& note : equations.notes) text += html_sentences({&note, 1});
    if (with_steps) text += steps_mathml(equations);
    for (const Sentence& remark : written.remarks) text += html_sentences({&remark, 1});
    if (!written.abbreviations.empty())
        text += paragraph("Abbreviations") + aligned(written.abbreviations);
    std::vector<Equation> all = written.kinematics;
    all.insert(all.end(), written.dynamics.begin(), written.dynamics.end());
    all.insert(all.end(), written.multipliers.begin(), written.multipliers.end());
    if (!all.empty()) text += paragraph("Equations of motion") + aligned(all);
    if (!written.reactions.empty()) text += paragraph("Reaction") + aligned(written.reactions);
    return text + "</section>\n";
}

}  // namespace rattleback
