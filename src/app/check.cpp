#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/numbers.hpp"
#include "app/run_options.hpp"
#include "app/settings.hpp"
#include "equations/formulations.hpp"
#include "report/findings.hpp"

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

// The motion that the model asks for, and what must hold along it.
Section computed_motion(const System& system, LongWork& work) {
    const SimulateDescription& wanted = system.description.simulate;
    if (!system.functions.empty())
        return {"motion", {"It was not computed: a function of the model has no definition."}};
    if (!wanted.until)
        return {"motion",
                {"It was not computed: the model does not say in [simulate] how long it runs."}};
    const RunOptions as_the_model_says;
    const ComputedRun done = computed_run(as_the_model_says, system.description, work);
    return motion_section(done.trajectory,
                          check_motion(done.system, done.equations, done.trajectory));
}

// As far as the user lets it come. The forms are taken for the second half of the work.
std::vector<Section> sections_of(const System& system, std::size_t seed, LongWork& work) {
    const KeepGoing keep_going = work.keep_going();
    std::vector<Section> sections = sections_without_motion(system, Patience::Long, keep_going);
    if (work.is_interrupted()) return sections;
    if (has_no_motion(sections)) {
        sections.push_back({.name = "motion"});
        sections.push_back({.name = "agreement"});
        return sections;
    }
    sections.push_back(asked("motion", [&] { return computed_motion(system, work); }));
    if (work.is_interrupted()) return sections;
    const auto second_half = [&](double share, const std::string& what) {
        return keep_going((1 + share) / 2, what);
    };
    sections.push_back(agreement_section(system, {.seed = seed, .keep_going = second_half}));
    return sections;
}

std::string as_text(const std::string& title, const std::vector<Section>& sections) {
    std::string text = title + "\n";
    for (const Section& section : sections) {
        if (section.sentences.empty()) continue;
        text += fmt::format("\n{}\n", section.name);
        for (const std::string& sentence : section.sentences)
            text += fmt::format("  {}\n", sentence);
    }
    return text;
}

std::string as_json(const std::string& title, const std::vector<Section>& sections, bool ok) {
    Json report{{"title", title}, {"ok", ok}};
    for (const Section& section : sections) {
        Json& entry = report[section.name];
        entry = {{"ok", !section.failed}, {"sentences", section.sentences}};
        const Json details = details_of(section);
        for (const auto& [key, value] : details.items()) entry[key] = value;
    }
    return report.dump() + "\n";
}

int run(const Given& given) {
    const std::size_t seed = read_count("--seed", given.seed);
    const System system = build(with_settings(read_model(find_model(given.model)), given.settings));
    const std::string title = title_of(system.description);
    LongWork work;
    const auto sections = sections_of(system, seed, work);
    work.clear();
    const bool ok = std::ranges::none_of(sections, &Section::failed);
    fmt::print("{}", given.json ? as_json(title, sections, ok) : as_text(title, sections));
    if (!work.is_interrupted()) return ok ? 0 : 1;
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
