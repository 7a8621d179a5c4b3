#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/agreement.hpp"
#include "analysis/classification.hpp"
#include "analysis/closed_forms.hpp"
#include "analysis/energy_balance.hpp"
#include "analysis/momentum.hpp"
#include "analysis/physics.hpp"
#include "analysis/reversibility.hpp"
#include "analysis/singular_states.hpp"
#include "app/commands.hpp"
#include "app/find_model.hpp"

namespace rattleback {
namespace {

using Sentences = std::vector<std::string>;

struct Section {
    std::string name;
    Sentences sentences;
    bool failed = false;
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

Section agreement_section(const System& system) {
    const Agreement found = agreement(system);
    Section section{.name = "agreement", .sentences = {}, .failed = !found.all_agree()};
    if (!found.branch.empty()) section.sentences.push_back("On " + found.branch + ":");
    for (const FormAgreement& form : found.forms)
        section.sentences.push_back(
            fmt::format("{:<20} and {}: {}", form.form, found.reference, outcome_text(form)));
    return section;
}

Section physics_section(const System& system) {
    const auto found = findings(system);
    Section section{.name = "physics", .sentences = {}, .failed = has_errors(found)};
    for (const Finding& finding : found) {
        const char* const label = finding.severity == Severity::Error     ? "Error: "
                                  : finding.severity == Severity::Warning ? "Warning: "
                                                                          : "";
        section.sentences.push_back(label + finding.sentence);
    }
    return section;
}

// A question that the program cannot answer for this system is said, not thrown.
template <typename Question>
Section asked(const std::string& name, Question&& question) {
    try {
        return question();
    } catch (const std::exception& error) {
        return {.name = name, .sentences = {std::string("Not decided: ") + error.what()}};
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
        asked("agreement", [&] { return agreement_section(system); }),
    };
}

int run(const std::string& model, bool json) {
    const System system = load_model(model);
    nlohmann::ordered_json report{{"title", system.title()}};
    bool failed = false;
    if (!json) fmt::print("{}\n", system.title());
    for (const Section& section : sections_of(system)) {
        failed = failed || section.failed;
        report[section.name] = {{"ok", !section.failed}, {"sentences", section.sentences}};
        if (json || section.sentences.empty()) continue;
        fmt::print("\n{}\n", section.name);
        for (const std::string& sentence : section.sentences) fmt::print("  {}\n", sentence);
    }
    if (json) fmt::print("{}\n", report.dump());
    return failed ? 1 : 0;
}

}  // namespace

Action declare_check(CLI::App& arguments) {
    auto model = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    arguments.add_option("MODEL", *model, "A model file, or the name of a gallery model")
        ->required();
    arguments.add_flag("--json", *json, "Write one JSON object");
    return [model, json] { return run(*model, *json); };
}

}  // namespace rattleback
