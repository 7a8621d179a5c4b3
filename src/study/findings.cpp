#include "study/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/work_limit.hpp"
#include "equations/form_choice.hpp"
#include "exact/certify.hpp"
#include "expr/decimal.hpp"
#include "model/input_table.hpp"
#include "rattleback/errors.hpp"
#include "structure/classification.hpp"
#include "structure/closed_forms.hpp"
#include "structure/conserved.hpp"
#include "structure/energy_balance.hpp"
#include "structure/input_sentences.hpp"
#include "structure/momentum.hpp"
#include "structure/reversibility.hpp"
#include "structure/run_branch.hpp"
#include "structure/singular_states.hpp"

namespace rattleback {
namespace {

constexpr Limits quick_limits{.terms = 20'000, .work = 300};
constexpr auto not_looked_for =
    "They were not looked for: in a system as large as this it takes long. A check of the model "
    "looks for them.";

Sentence partly_certified() {
    return sentence(
        "Not all of this is proved: where the proof would be too large it is certified by "
        "evaluation in prime fields, and false with a probability below {}.",
        decimal(probability_text(certain_enough)));
}

Section physics_section(const System& system, const Limits& limits) {
    Section section{.name = "physics", .findings = findings(system, limits)};
    section.failed = has_errors(section.findings);
    for (const Finding& finding : section.findings) {
        const char* const label = finding.severity == Severity::Error     ? "Error: "
                                  : finding.severity == Severity::Warning ? "Warning: "
                                                                          : "";
        section.sentences.push_back(label + finding.sentence);
    }
    return section;
}

Section closed_form_section(const System& system, const Limits& limits) {
    const ClosedForms found = closed_forms(system, limits);
    return {.name = "closed form",
            .sentences = found.sentences,
            .failed = found.hold == Answer::No,
            .scope = found.scope};
}

Section conserved_section(const System& system, const Limits& limits) {
    const Conserved found = conserved(system, limits);
    Section section{
        .name = "conserved", .sentences = found.sentences, .failed = found.hold == Answer::No};
    // That of the quantity which asks for most.
    for (const ValueScope& scope : found.scopes)
        if (!section.scope || section.scope->fixed.size() < scope.fixed.size())
            section.scope = scope;
    return section;
}

System completed(const System& system, BranchChoice (*read)(const System&)) {
    try {
        return read(system).system;
    } catch (const NumericalError&) {  // said by physics
        return system;
    }
}

// Said once, in the first of the sections on motions.
Section without_motion(std::string_view name, bool is_said) {
    Section section{.name = std::string(name)};
    if (!is_said)
        section.sentences.emplace_back("There is no motion of which this or more could be asked.");
    return section;
}

struct Question {
    const char* name;
    std::function<Section()> answer;
};

Sentences words_of(const Classification& c) { return c.sentences(); }
Sentences words_of(const Momenta& m) { return m.sentences(); }
template <typename Found>
Sentences words_of(const Found& found) {
    return found.sentences;
}

// One whose answer is sentences, and where they hold.
template <typename Ask>
Question in_words(const char* name, Ask ask) {
    return {name, [=] {
                const auto found = ask();
                return Section{.name = name, .sentences = words_of(found), .scope = found.scope};
            }};
}

}  // namespace

bool has_no_motion(const std::vector<Section>& sections) {
    return !sections.empty() && std::ranges::any_of(sections.front().findings, &Finding::no_motion);
}

std::vector<Section> sections_without_motion(const System& given, Patience patience,
                                             const KeepGoing& keep_going) {
    // What is said of a branch is said of the one that the run takes.
    const System system = completed(given, understood);
    // What numbers are asked for has those of the inputs; a table has others at every time.
    const bool by_name = given.inputs.empty() || has_tables(given);
    const System values = by_name ? given : build(given.description);
    const bool is_short = patience == Patience::Short;
    const Limits limits = is_short ? quick_limits : interactive_limits;
    std::vector<Question> questions{
        {"physics", [&] { return physics_section(values, limits); }},
        in_words("constraints", [&] { return classification(given, limits); }),
        in_words("singular states",
                 [&] {
                     return is_short ? SingularStates{.sentences = {not_looked_for}}
                                     : singular_states(completed(given, on_all_branches));
                 }),
        in_words("energy", [&] { return energy_balance(system, limits); }),
        in_words("momentum", [&] { return momenta(system, limits); }),
        in_words("reversibility", [&] { return reversibility(system, limits); }),
        {"closed form", [&] { return closed_form_section(values, limits); }},
        {"conserved", [&] { return conserved_section(completed(values, understood), limits); }},
    };
    if (!given.inputs.empty())
        questions.insert(questions.begin() + 3,
                         {"inputs", [&] {
                              return Section{.name = "inputs", .sentences = input_sentences(given)};
                          }});
    std::vector<Section> sections;
    bool is_said = false;  // that there is no motion
    for (const Question& question : questions) {
        if (!goes_on(keep_going, sections.size(), questions.size(), question.name)) break;
        const std::size_t before = certified_answers();
        const bool no_motion = sections.size() > 2 && has_no_motion(sections);
        try {
            const WorkLimit limit(work_of_question);
            sections.push_back(no_motion
                                   ? without_motion(question.name, std::exchange(is_said, true))
                                   : asked(question.name, question.answer));
        } catch (const Interrupted&) {
            break;
        }
        if (certified_answers() > before && !sections.back().sentences.empty())
            sections.back().sentences.push_back(partly_certified());
    }
    return sections;
}

Section agreement_section(const System& system, const AgreementOptions& options) {
    return asked("agreement", [&] {
        const Agreement found = agreement(completed(system, understood), options);
        Section section{.name = "agreement", .failed = !found.all_agree()};
        if (!found.branch.empty()) section.sentences.push_back("On " + found.branch + ":");
        for (const FormAgreement& form : found.forms)
            section.sentences.push_back(
                sentence("{} and {}: {}", form.form, found.reference, outcome_text(form)));
        if (found.was_left)
            section.sentences.emplace_back("Interrupted: the other forms were not compared.");
        section.agreement = found;
        return section;
    });
}

Section agreement_section(const System& system, std::span<const Equations> forms) {
    const std::string_view reference = plain_form(system).name;
    const AgreementOptions quick{.limits = quick_limits, .states = 2};
    if (system.principle == Principle::Vakonomic) return agreement_section(system, quick);
    return asked("agreement", [&] {
        Agreement found;
        found.reference = reference;
        for (const Equations& equations : forms)
            if (equations.form != reference)
                found.forms.push_back(agreement_of(system, equations, quick));
        Section section{.name = "agreement"};
        for (const FormAgreement& form : found.forms)
            section.sentences.push_back(
                sentence("{} and {}: {}", form.form, reference, outcome_text(form)));
        section.failed = std::ranges::any_of(found.forms, [](const FormAgreement& form) {
            return form.outcome == FormAgreement::Outcome::Differs;
        });
        section.agreement = found;
        return section;
    });
}

namespace {

// The form, and the one in which the motion went on where its variables failed.
Sentence forms_text(const Trajectory& run) {
    if (!run.rest || run.rest->methods.empty()) return run.form;
    return sentence("{}, and from {} on by {} in all velocities,", run.form,
                    time_is(run.rest->methods.front().from), run.rest->form);
}

}  // namespace

Section motion_section(const Run& of, std::vector<MotionCheck> checks) {
    const Trajectory& run = of.trajectory;
    Section section{.name = "motion",
                    .sentences = {sentence("Computed by {} with {}. {}", forms_text(run),
                                           run.methods_text(), run.stop.message)},
                    .failed = !is_result(run.stop.reason)};
    if (const auto none = undetermined_start(of)) {
        section.sentences.push_back(*none);
        section.failed = true;
    }
    for (const MotionCheck& check : checks) {
        if (std::isnan(check.largest)) {
            section.sentences.push_back(sentence("{}: {} has no value at {}, FAILS",
                                                 check.watch.name(), check.watch.says,
                                                 time_is(check.time, 4)));
            section.failed = true;
            continue;
        }
        section.sentences.push_back(sentence("{}: {} at most {:.1e}{}", check.watch.name(),
                                             check.watch.says, check.largest,
                                             check.holds() ? "" : ", FAILS"));
        section.failed = section.failed || !check.holds();
    }
    section.checks = std::move(checks);
    for (const ContactFinding& finding : run.contact_findings)
        for (Sentence& each : finding.sentences()) section.sentences.push_back(std::move(each));
    return section;
}

Sentence outcome_text(const FormAgreement& form) {
    switch (form.outcome) {
        case FormAgreement::Outcome::Proved: return "proved equal";
        case FormAgreement::Outcome::Certified:
            return sentence("certified equal, false with a probability below {}",
                            decimal(probability_text(form.log_probability)));
        case FormAgreement::Outcome::Bounded:
            return sentence("equal to {:.1e} at {} random states, with rigorous bounds", form.bound,
                            form.states);
        case FormAgreement::Outcome::Differs: return "DIFFERS: " + form.because;
        case FormAgreement::Outcome::Undecided: return "not decided: " + form.because;
    }
    return {};
}

}  // namespace rattleback
