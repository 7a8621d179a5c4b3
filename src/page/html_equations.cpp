// The equations of motion in every form, as tabs; without a script the forms stand below one another.
#include <fmt/format.h>

#include <algorithm>

#include "base/interruption.hpp"
#include "expr/letters.hpp"
#include "page/html_sections.hpp"
#include "writing/equations_latex.hpp"
#include "writing/equations_mathml.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"
#include "writing/written_steps.hpp"

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

std::string steps(const Equations& equations) {
    if (equations.steps.empty()) return {};
    std::string text = "<details class=\"steps\"><summary>Derivation</summary>\n";
    const WrittenSteps all = written_steps(equations);
    if (!all.abbreviations.empty())
        text += "<p>Abbreviations in the steps</p>\n" + group("", all.abbreviations);
    for (const WrittenStep& step : all.steps) {
        text += html_sentences({&step.meaning, 1});
        if (!step.value.empty()) text += html_display(mathml_formula(step));
    }
    if (!all.remark.empty()) text += html_sentences({&all.remark, 1});
    return text + "</details>\n";
}

std::string in_mathml(const Equations& equations, const WrittenEquations& written) {
    std::string text = html_sentences(equations.notes) + html_sentences(written.remarks);
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

// What stands under the heading of a form.
std::string written_form(const DerivedForm& derived) {
    const Formulation& form = *derived.form;
    const WrittenEquations written = write_out(derived.equations);
    const std::string mathml = in_mathml(derived.equations, written);
    if (mathml.size() > largest_form)
        return "<p>They are too long for this page; as text, derived by themselves, they are "
               "whole.</p>\n";
    return mathml + fmt::format(
                        "<button type=\"button\" class=\"copy\" data-copy=\"latex-{}\">Copy LaTeX"
                        "</button>\n<script type=\"text/plain\" id=\"latex-{}\">{}</script>\n",
                        form.name, form.name,
                        script_text(equations_latex(form, derived.equations, written)));
}

std::string panel(const DerivedForm& derived, const std::stop_token& stop) {
    const Formulation& form = *derived.form;
    const std::string head = fmt::format(
        "<section role=\"tabpanel\" id=\"form-{0}\" aria-labelledby=\"tab-{0}\">\n"
        "<h3>{1}</h3>\n<p class=\"note\">{2}</p>\n",
        form.name, html(form.title), html(form.source));
    try {
        const StopScope scope(stop);
        return head + written_form(derived) + "</section>\n";
    } catch (const Interrupted&) {
        return head + "<p>The work was interrupted before they were written.</p>\n</section>\n";
    }
}

// The form of the motion first.
std::vector<const DerivedForm*> in_order(const std::vector<DerivedForm>& forms,
                                         const std::string& first) {
    std::vector<const DerivedForm*> order;
    for (const DerivedForm& form : forms) order.push_back(&form);
    std::stable_partition(order.begin(), order.end(),
                          [&](const DerivedForm* form) { return form->form->name == first; });
    return order;
}

}  // namespace

// Vakonomic motion is compared with equations that are no row of the table.
std::string form_label(std::string_view name) {
    const auto row = std::ranges::find(formulations(), name, &Formulation::name);
    return std::string(row == formulations().end() ? name : row->label);
}

std::string html_equations(const Report& report, const std::stop_token& stop) {
    std::string tabs, panels;
    const std::string chosen =
        report.run ? report.run->equations.form
                   : std::string(report.forms.empty() ? "" : report.forms[0].form->name);
    for (const DerivedForm* const form : in_order(report.forms, chosen)) {
        const DerivedForm& derived = *form;
        const std::string_view name = derived.form->name;
        tabs += fmt::format(
            "<button type=\"button\" role=\"tab\" id=\"tab-{0}\" "
            "aria-controls=\"form-{0}\" aria-selected=\"{1}\">{2}</button>\n",
            name, name == chosen, html(form_label(name)));
        panels += panel(derived, stop);
    }
    return fmt::format(
        "<section id=\"equations\">\n<h2>Equations of motion</h2>\n{}"
        "<div class=\"tabs\" role=\"tablist\" aria-label=\"Forms of the "
        "equations\">\n{}</div>\n{}</section>\n",
        html_sentences(report.notes) + html_sentences(report.forms_left_out), tabs, panels);
}

}  // namespace rattleback
