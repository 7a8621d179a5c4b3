#include "writing/check_text.hpp"

#include <fmt/format.h>

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

}  // namespace

std::string check_text(const ModelCheck& found) {
    std::string text = found.title + "\n";
    for (const Section& section : found.sections) {
        if (section.sentences.empty()) continue;
        text += fmt::format("\n{}\n", section.name);
        for (const Sentence& each : section.sentences) text += fmt::format("  {}\n", to_text(each));
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
