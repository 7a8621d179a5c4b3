// The equations of motion in every form, as tabs; without a script the forms stand below one another.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/letters.hpp"
#include "report/equations_latex.hpp"
#include "report/html_sections.hpp"
#include "report/html_text.hpp"

namespace rattleback {
namespace {

// More than this of MathML is not read by anyone, and slows the page.
constexpr std::size_t largest_form = 1'500'000;

std::string group(const std::string& heading, const std::vector<Equation>& equations) {
    if (equations.empty()) return {};
    std::string text = heading.empty() ? "" : fmt::format("<h4>{}</h4>\n", heading);
    for (const Equation& e : equations) text += html_display(e);
    return text;
}

// One letter, perhaps with a macron, or what stands between two scripts.
std::string mathml_piece(std::string_view text) {
    constexpr std::string_view inverse = "⁻¹", transposed = "ᵀ";
    for (const auto& [mark, script] :
         {std::pair(inverse, "<mrow><mo>−</mo><mn>1</mn></mrow>"), {transposed, "<mi>T</mi>"}})
        if (text.ends_with(mark))
            return fmt::format("<msup>{}{}</msup>",
                               mathml_piece(text.substr(0, text.size() - mark.size())), script);
    return fmt::format("<mi>{}</mi>", html(text));
}

// Z̄_α, G⁻¹, v_r^1: a letter, what is below it and what is above.
std::string mathml_symbol(std::string_view symbol) {
    const auto first = symbol.find_first_of("_^");
    if (first == std::string_view::npos || first == 0 || symbol.find(' ') != symbol.npos)
        return mathml_piece(symbol);
    const auto second = symbol.find_first_of("_^", first + 1);
    const std::string base = mathml_piece(symbol.substr(0, first)),
                      script = mathml_piece(symbol.substr(first + 1, second - first - 1));
    if (second == std::string_view::npos)
        return fmt::format("<{0}>{1}{2}</{0}>", symbol[first] == '_' ? "msub" : "msup", base,
                           script);
    return fmt::format("<msubsup>{}{}{}</msubsup>", base, script,
                       mathml_piece(symbol.substr(second + 1)));
}

std::string steps(const Equations& equations) {
    if (equations.steps.empty()) return {};
    std::string text = "<details class=\"steps\"><summary>Derivation</summary>\n";
    for (const Step& step : equations.steps)
        text += fmt::format("<p>{}</p>\n", html(step.meaning)) +
                html_display(fmt::format("<mrow>{}<mo>=</mo>{}</mrow>", mathml_symbol(step.symbol),
                                         mathml_matrix(step.value)));
    return text + "</details>\n";
}

std::string in_mathml(const Equations& equations, const WrittenEquations& written) {
    std::string text = html_list(equations.notes) + html_list(written.remarks);
    if (!written.abbreviations.empty())
        text += fmt::format(
            "<details class=\"steps\"><summary>{} abbreviations</summary>\n{}</details>\n",
            written.abbreviations.size(), group("", written.abbreviations));
    text += group("Velocities", written.kinematics) +
            group(written.solved ? "Equations of motion"
                                 : "Equations of motion, linear in the "
                                   "unknown rates",
                  written.dynamics) +
            group("Multipliers", written.multipliers) + group("Reaction", written.reactions);
    return text + steps(equations);
}

std::string panel(const DerivedForm& derived, const std::string& model) {
    const Formulation& form = *derived.form;
    std::string text = fmt::format(
        "<section role=\"tabpanel\" id=\"form-{0}\" aria-labelledby=\"tab-{0}\">\n"
        "<h3>{1}</h3>\n<p class=\"note\">{2}</p>\n",
        form.name, html(form.title), html(form.source));
    const WrittenEquations written = write_out(derived.equations);
    const std::string mathml = in_mathml(derived.equations, written);
    if (mathml.size() > largest_form)
        return text + fmt::format(
                          "<p>They are too long for this page; <code>rattleback derive {} "
                          "--form {}</code> writes them.</p>\n</section>\n",
                          html(model), form.name);
    text += mathml;
    text += fmt::format(
        "<button type=\"button\" class=\"copy\" data-copy=\"latex-{}\">Copy LaTeX"
        "</button>\n<script type=\"text/plain\" id=\"latex-{}\">{}</script>\n",
        form.name, form.name, script_text(equations_latex(form, derived.equations, written)));
    return text + "</section>\n";
}

}  // namespace

std::string form_label(std::string_view name) {
    constexpr std::array<std::string_view, 4> common{"multipliers", "nonlinear", "order", "second"};
    std::string label;
    bool after_person = false;
    while (!name.empty()) {
        const auto end = name.find('_');
        std::string word(name.substr(0, end));
        name.remove_prefix(end == std::string_view::npos ? name.size() : end + 1);
        const bool person = std::ranges::find(common, word) == common.end();
        if (person || label.empty()) word[0] = static_cast<char>(word[0] - 'a' + 'A');
        label += (label.empty() ? "" : person && after_person ? "–" : " ") + word;
        after_person = person;
    }
    return label;
}

std::string html_equations(const Report& report) {
    std::string tabs, panels;
    const std::string chosen =
        report.computed ? report.computed->equations.form
                        : std::string(report.forms.empty() ? "" : report.forms[0].form->name);
    for (const DerivedForm& derived : report.forms) {
        const std::string_view name = derived.form->name;
        tabs += fmt::format(
            "<button type=\"button\" role=\"tab\" id=\"tab-{0}\" "
            "aria-controls=\"form-{0}\" aria-selected=\"{1}\">{2}</button>\n",
            name, name == chosen, html(form_label(name)));
        panels += panel(derived, report.model_name);
    }
    return fmt::format(
        "<section id=\"equations\">\n<h2>Equations of motion</h2>\n{}"
        "<div class=\"tabs\" role=\"tablist\" aria-label=\"Forms of the "
        "equations\">\n{}</div>\n{}</section>\n",
        html_list(report.forms_left_out), tabs, panels);
}

}  // namespace rattleback
