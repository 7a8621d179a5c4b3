#include "writing/check_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

Json outcome_json(const FormAgreement& form) {
    constexpr std::array names{"proved", "certified", "bounded", "differs", "undecided"};
    const bool bounded = form.outcome == FormAgreement::Outcome::Bounded;
    Json json{{"form", form.form}, {"outcome", names.at(static_cast<std::size_t>(form.outcome))}};
    if (form.outcome == FormAgreement::Outcome::Certified)
        json["error_probability"] = std::pow(10, form.log_probability);
    json["bound"] = bounded ? Json(form.bound) : Json();
    json["states"] = bounded ? Json(form.states) : Json();
    if (!form.because.empty()) json["because"] = to_text(form.because);
    return json;
}

// For a program to read, beside the sentences.
Json details_of(const Section& section) {
    Json details = Json::object();
    if (section.name == "physics") details["findings"] = Json::array();
    for (const Finding& finding : section.findings) {
        constexpr std::array names{"Note", "Warning", "Error"};
        details["findings"].push_back(
            {{"severity", names.at(static_cast<std::size_t>(finding.severity))},
             {"sentence", to_text(finding.sentence)}});
    }
    for (const MotionCheck& check : section.checks)
        details["checks"][check.name] = {
            {"max", check.largest}, {"at", check.time}, {"ok", check.holds()}};
    if (section.scope && !section.sentences.empty())
        details["holds_for"] = section.scope->is_general() ? Json("general values")
                                                           : Json(to_texts(section.scope->fixed));
    if (!section.agreement) return details;
    details["reference"] = section.agreement->reference;
    details["branch"] = to_text(section.agreement->branch);
    details["forms"] = Json::array();
    for (const FormAgreement& form : section.agreement->forms)
        details["forms"].push_back(outcome_json(form));
    return details;
}

std::string section_text(const Section& section) {
    std::string text;
    for (const Sentence& each : section.sentences) text += fmt::format("  {}\n", to_text(each));
    return text;
}

// The same, with the names of the forms as a column.
std::string agreement_text(const Section& section) {
    const Agreement& found = *section.agreement;
    std::size_t width = 0;
    for (const FormAgreement& form : found.forms) width = std::max(width, form.form.size());
    const std::size_t first = found.branch.empty() ? 0 : 1;  // the branch is said before
    std::string text;
    for (std::size_t i = 0; i < section.sentences.size(); ++i) {
        if (i < first || i >= first + found.forms.size()) {
            text += fmt::format("  {}\n", to_text(section.sentences[i]));
            continue;
        }
        const FormAgreement& form = found.forms[i - first];
        text += fmt::format("  {:<{}} and {}: {}\n", form.form, width, found.reference,
                            to_text(outcome_text(form)));
    }
    return text;
}

}  // namespace

std::string check_text(const ModelCheck& found) {
    std::string text = found.title + "\n";
    for (const Section& section : found.sections) {
        if (section.sentences.empty()) continue;
        text += fmt::format("\n{}\n", section.name);
        text += section.agreement ? agreement_text(section) : section_text(section);
    }
    return text;
}

std::string check_json(const ModelCheck& found) {
    Json report{{"title", found.title}, {"ok", found.ok()}};
    for (const Section& section : found.sections) {
        Json& entry = report[section.name];
        entry = {{"ok", !section.failed}, {"sentences", to_texts(section.sentences)}};
        const Json details = details_of(section);
        for (const auto& [key, value] : details.items()) entry[key] = value;
    }
    return report.dump() + "\n";
}

}  // namespace rattleback
