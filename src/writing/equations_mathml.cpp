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
        for (const auto& entry : row)
            rows +=
                fmt::format("<mtd>{}</mtd>", entry ? to_mathml(*entry) : std::string("<mo>…</mo>"));
        rows += "</mtr>";
    }
    if (step.value.size() == 1 && step.value[0].size() == 1 && step.value[0][0])
        return to_mathml(*step.value[0][0]);
    return fmt::format("<mrow><mo>(</mo><mtable>{}</mtable><mo>)</mo></mrow>", rows);
}

std::string step_mathml(const WrittenStep& step) {
    const std::string text = paragraph(step.meaning);
    return step.value.empty() ? text : text + block(mathml_formula(step));
}

std::string steps_mathml(const Equations& equations) {
    const WrittenSteps all = written_steps(equations);
    std::string text;
    if (!all.abbreviations.empty())
        text += paragraph("Abbreviations in the steps") + aligned(all.abbreviations);
    for (const WrittenStep& step : all.steps) text += step_mathml(step);
    return all.is_complete ? text : text + paragraph(left_open);
}

// The end of the character that begins at `at`, with the signs that combine with it.
std::size_t character_end(std::string_view text, std::size_t at) {
    constexpr std::string_view macron = "̄";
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    return text.substr(end).starts_with(macron) ? end + macron.size() : end;
}

}  // namespace

std::string mathml_formula(const WrittenStep& step) {
    std::string names;
    for (const std::string& symbol : step.symbols) names += mathml_symbol(symbol) + "<mo>=</mo>";
    return fmt::format("<mrow>{}{}</mrow>", names, step.vanishes ? "<mn>0</mn>" : matrix(step));
}

std::string mathml_comment(std::string_view text) {
    std::string line(text);
    for (auto at = line.find("--"); at != std::string::npos; at = line.find("--"))
        line.replace(at, 2, "-");
    if (line.ends_with('-')) line += ' ';
    return fmt::format("<!-- {} -->\n", line);
}

std::string mathml_symbol(std::string_view symbol) {
    const auto take_script = [&] {
        const std::size_t end = std::min(symbol.find_first_of("_^ ", 1), symbol.size());
        const std::string script = html(symbol.substr(1, end - 1));
        symbol.remove_prefix(end);
        return script;
    };
    std::string result;
    while (!symbol.empty()) {
        const std::size_t end = character_end(symbol, 0);
        const std::string one = html(symbol.substr(0, end));
        symbol.remove_prefix(end);
        std::string below, above;
        while (!symbol.empty() && (symbol[0] == '_' || symbol[0] == '^')) {
            const bool lower = symbol[0] == '_';
            (lower ? below : above) = take_script();
        }
        const std::string base =
            one == " " ? std::string("<mspace width=\"0.3em\"/>") : fmt::format("<mi>{}</mi>", one);
        if (!below.empty() && !above.empty())
            result +=
                fmt::format("<msubsup>{}<mi>{}</mi><mi>{}</mi></msubsup>", base, below, above);
        else if (!below.empty())
            result += fmt::format("<msub>{}<mi>{}</mi></msub>", base, below);
        else if (!above.empty())
            result += fmt::format("<msup>{}<mi>{}</mi></msup>", base, above);
        else
            result += base;
    }
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
