#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "study/check_model.hpp"

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

struct Given {
    std::string model, seed = "1";
    std::vector<std::string> settings;
    bool json = false;
};

Json outcome_json(const FormAgreement& form) {
    constexpr std::array names{"proved", "certified", "bounded", "differs", "undecided"};
    const bool bounded = form.outcome == FormAgreement::Outcome::Bounded;
    Json json{{"form", form.form}, {"outcome", names.at(static_cast<std::size_t>(form.outcome))}};
    if (form.outcome == FormAgreement::Outcome::Certified)
        json["error_probability"] = std::pow(10, form.log_probability);
    json["bound"] = bounded ? Json(form.bound) : Json();
    json["states"] = bounded ? Json(form.states) : Json();
    if (!form.because.empty()) json["because"] = form.because;
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
             {"sentence", finding.sentence}});
    }
    for (const MotionCheck& check : section.checks)
        details["checks"][check.name] = {
            {"max", check.largest}, {"at", check.time}, {"ok", check.holds()}};
    if (section.scope && !section.sentences.empty())
        details["holds_for"] =
            section.scope->is_general() ? Json("general values") : Json(section.scope->fixed);
    if (!section.agreement) return details;
    details["reference"] = section.agreement->reference;
    details["branch"] = section.agreement->branch;
    details["forms"] = Json::array();
    for (const FormAgreement& form : section.agreement->forms)
        details["forms"].push_back(outcome_json(form));
    return details;
}

std::string as_text(const ModelCheck& found) {
    std::string text = found.title + "\n";
    for (const Section& section : found.sections) {
        if (section.sentences.empty()) continue;
        text += fmt::format("\n{}\n", section.name);
        for (const std::string& sentence : section.sentences)
            text += fmt::format("  {}\n", sentence);
    }
    return text;
}

std::string as_json(const ModelCheck& found) {
    Json report{{"title", found.title}, {"ok", found.ok()}};
    for (const Section& section : found.sections) {
        Json& entry = report[section.name];
        entry = {{"ok", !section.failed}, {"sentences", section.sentences}};
        const Json details = details_of(section);
        for (const auto& [key, value] : details.items()) entry[key] = value;
    }
    return report.dump() + "\n";
}

int run(const Given& given) {
    const std::size_t seed = read_count("--seed", given.seed);
    const Description description = described_model(given.model, given.settings);
    LongWork work;
    const ModelCheck found = check_model(description, {.seed = seed}, work.attention());
    work.clear();
    fmt::print("{}", given.json ? as_json(found) : as_text(found));
    if (!work.is_interrupted()) return found.ok() ? 0 : 1;
    fmt::print(stderr, "rattleback check: Interrupted: what was found out until then is shown.\n");
    return interrupted;
}

}  // namespace

Action declare_check(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_model_argument(arguments, given->model);
    add_set_option(arguments, given->settings);
    arguments.option("--seed", given->seed, "Another seed gives other random states to compare at",
                     {"N"});
    arguments.flag("--json", given->json, "Write one JSON object");
    return [given] { return run(*given); };
}

}  // namespace rattleback
