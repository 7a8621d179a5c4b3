#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/agreement.hpp"
#include "analysis/classification.hpp"
#include "analysis/closed_forms.hpp"
#include "analysis/conserved.hpp"
#include "analysis/energy_balance.hpp"
#include "analysis/momentum.hpp"
#include "analysis/motion_checks.hpp"
#include "analysis/physics.hpp"
#include "analysis/reversibility.hpp"
#include "analysis/singular_states.hpp"
#include "app/chosen_form.hpp"
#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "equations/formulations.hpp"
#include "trajectory/branch.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;

struct Section {
    std::string name;
    std::vector<std::string> sentences;
    bool failed = false;
    Json details = {};  // for a program to read, beside the sentences
};

std::string outcome_text(const FormAgreement& form) {
    switch (form.outcome) {
        case FormAgreement::Outcome::Proved: return "proved equal";
        case FormAgreement::Outcome::Bounded:
            return fmt::format("equal to {:.1e} at {} random states, with rigorous bounds",
                               form.bound, form.states);
        case FormAgreement::Outcome::Differs: return "DIFFERS: " + form.because;
        case FormAgreement::Outcome::Undecided: return "not decided: " + form.because;
    }
    return {};
}

Json outcome_json(const FormAgreement& form) {
    constexpr std::array names{"proved", "bounded", "differs", "undecided"};
    const bool bounded = form.outcome == FormAgreement::Outcome::Bounded;
    Json json{{"form", form.form}, {"outcome", names.at(static_cast<std::size_t>(form.outcome))}};
    json["bound"] = bounded ? Json(form.bound) : Json();
    json["states"] = bounded ? Json(form.states) : Json();
    if (!form.because.empty()) json["because"] = form.because;
    return json;
}

Section agreement_section(const System& system) {
    const Agreement found = agreement(system);
    Section section{.name = "agreement", .sentences = {}, .failed = !found.all_agree()};
    section.details = {{"reference", found.reference}, {"branch", found.branch}};
    section.details["forms"] = Json::array();
    if (!found.branch.empty()) section.sentences.push_back("On " + found.branch + ":");
    for (const FormAgreement& form : found.forms) {
        section.sentences.push_back(
            fmt::format("{:<20} and {}: {}", form.form, found.reference, outcome_text(form)));
        section.details["forms"].push_back(outcome_json(form));
    }
    return section;
}

Section physics_section(const System& system) {
    const auto found = findings(system);
    Section section{.name = "physics", .sentences = {}, .failed = has_errors(found)};
    section.details["findings"] = Json::array();
    for (const Finding& finding : found) {
        const char* const severity = finding.severity == Severity::Error     ? "Error"
                                     : finding.severity == Severity::Warning ? "Warning"
                                                                             : "Note";
        const bool labelled = finding.severity != Severity::Note;
        section.sentences.push_back(
            fmt::format("{}{}", labelled ? fmt::format("{}: ", severity) : "", finding.sentence));
        section.details["findings"].push_back(
            {{"severity", severity}, {"sentence", finding.sentence}});
    }
    return section;
}

// The motion that the model asks for, and what must hold along it.
Section motion_section(const System& system) {
    const SimulateDescription& wanted = system.description.simulate;
    if (!system.functions.empty())
        return {"motion", {"It was not computed: a function of the model has no definition."}};
    if (!wanted.until)
        return {"motion",
                {"It was not computed: the model does not say in [simulate] how long it runs."}};
    SimulationOptions options;
    options.integration.until = *wanted.until;
    options.integration.dense = true;
    if (wanted.rtol) options.integration.rtol = *wanted.rtol;
    if (wanted.atol) options.integration.atol = *wanted.atol;
    const BranchChoice branch = on_initial_branch(system);
    const Equations equations = derive(branch.system, default_form(branch.system).name);
    const Trajectory run = simulate(branch.system, equations, options);
    Section section{.name = "motion",
                    .sentences = {fmt::format("Computed by {} with {}. {}", run.form, run.method,
                                              run.stop.message)},
                    .failed = !run.reached_end() && run.stop.reason != StopReason::Event &&
                              run.stop.reason != StopReason::SingularState};
    for (const MotionCheck& check : check_motion(branch.system, equations, run)) {
        section.sentences.push_back(fmt::format("{}: {} at most {:.1e}{}", check.name, check.says,
                                                check.largest, check.holds() ? "" : ", FAILS"));
        section.details["checks"][check.name] = {
            {"max", check.largest}, {"at", check.time}, {"ok", check.holds()}};
        section.failed = section.failed || !check.holds();
    }
    return section;
}

// A section whose question could not be answered at all has failed; the others are still asked.
template <typename Question>
Section asked(const std::string& name, Question&& question) {
    try {
        return question();
    } catch (const std::exception& error) {
        return {.name = name,
                .sentences = {fmt::format("No answer: {}", error.what())},
                .failed = true};
    }
}

std::vector<Section> sections_of(const System& system) {
    return {
        asked("physics", [&] { return physics_section(system); }),
        asked("constraints",
              [&] {
                  return Section{"constraints", classification(system).sentences()};
              }),
        asked("singular states",
              [&] {
                  return Section{"singular states", singular_states(system).sentences};
              }),
        asked("energy",
              [&] {
                  return Section{"energy", energy_balance(system).sentences};
              }),
        asked("momentum",
              [&] {
                  return Section{"momentum", momenta(system).sentences()};
              }),
        asked("reversibility",
              [&] {
                  return Section{"reversibility", reversibility(system).sentences};
              }),
        asked("closed form",
              [&] {
                  const ClosedForms found = closed_forms(system);
                  return Section{"closed form", found.sentences, found.hold == Answer::No};
              }),
        asked("conserved",
              [&] {
                  const Conserved found = conserved(system);
                  return Section{"conserved", found.sentences, found.hold == Answer::No};
              }),
        asked("motion", [&] { return motion_section(system); }),
        asked("agreement", [&] { return agreement_section(system); }),
    };
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
        for (const auto& [key, value] : section.details.items()) entry[key] = value;
    }
    return report.dump() + "\n";
}

int run(const std::string& model, bool json) {
    const System system = load_model(model);
    const std::string title = title_of(system.description);
    const auto sections = sections_of(system);
    const bool ok = std::ranges::none_of(sections, &Section::failed);
    fmt::print("{}", json ? as_json(title, sections, ok) : as_text(title, sections));
    return ok ? 0 : 1;
}

}  // namespace

Action declare_check(CLI::App& arguments) {
    auto model = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    add_model_argument(arguments, *model);
    arguments.add_flag("--json", *json, "Write one JSON object");
    return [model, json] { return run(*model, *json); };
}

}  // namespace rattleback
