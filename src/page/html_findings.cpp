// What was found out by exact algebra: constraints, and whether the forms agree.
#include <fmt/format.h>

#include <algorithm>

#include "page/html_sections.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"

namespace rattleback {
namespace {

const char* verdict_class(FormAgreement::Outcome outcome) {
    switch (outcome) {
        case FormAgreement::Outcome::Proved:
        case FormAgreement::Outcome::Certified:
        case FormAgreement::Outcome::Bounded: return "good";
        case FormAgreement::Outcome::Differs: return "bad";
        case FormAgreement::Outcome::Undecided: return "note";
    }
    return "";
}

}  // namespace

std::string html_finding(const Report& report, const std::string& name,
                         const std::string& heading) {
    const auto found = std::ranges::find(report.findings, name, &Section::name);
    if (found == report.findings.end() || found->sentences.empty()) return {};
    return fmt::format("<h3>{}</h3>\n{}", html(heading), html_sentences(found->sentences));
}

std::string html_constraints(const Report& report) {
    return "<section id=\"constraints\">\n<h2>The constraints</h2>\n" +
           html_finding(report, "constraints", "What they are") +
           html_finding(report, "physics", "Is the model sound?") +
           html_finding(report, "singular states", "Singular states") + "</section>\n";
}

std::string html_agreement(const Report& report) {
    std::string text = "<section id=\"agreement\">\n<h2>Do the forms agree?</h2>\n";
    if (!report.agreement.agreement)
        return text + html_sentences(report.agreement.sentences) + "</section>\n";
    const Agreement& found = *report.agreement.agreement;
    if (found.forms.empty())
        return text + fmt::format("<p>{} is the only form that applies.</p>\n</section>\n",
                                  html(form_label(found.reference)));
    text += fmt::format(
        "<p>Each form is compared with {}{}. Forms that are proved or certified equal to it "
        "are so to each other.</p>\n",
        html(form_label(found.reference)),
        found.branch.empty() ? "" : ", on " + html_sentence(found.branch));
    std::vector<std::vector<std::string>> rows{{"Form", "Against", "Outcome"}};
    for (const FormAgreement& form : found.forms)
        rows.push_back({html(form_label(form.form)), html(form_label(found.reference)),
                        fmt::format("<span class=\"{}\">{}</span>", verdict_class(form.outcome),
                                    html_sentence(outcome_text(form)))});
    return text + html_table(rows) + "</section>\n";
}

}  // namespace rattleback
