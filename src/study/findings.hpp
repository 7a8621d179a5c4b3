// What is found out about a model, in sentences: the sections that `check` prints and the report has.
//
// Each section answers one question. A section whose question could not be answered at all has
// failed, and says why; the others are still asked. Beside the sentences are the data they are made
// of, where a table or a program wants them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/interruption.hpp"
#include "dynamics/motion_checks.hpp"
#include "expr/sentence.hpp"
#include "expr/sentence_error.hpp"
#include "structure/agreement.hpp"
#include "structure/physics.hpp"
#include "structure/scope.hpp"
#include "study/run_motion.hpp"

namespace rattleback {

struct Section {
    std::string name;
    Sentences sentences = {};
    bool failed = false;
    std::vector<Finding> findings = {};       // of "physics"
    std::vector<MotionCheck> checks = {};     // of "motion"
    std::optional<Agreement> agreement = {};  // of "agreement"
    // For which values of the parameters it holds, where letters were asked and numbers.
    std::optional<ValueScope> scope = {};
};

// Short, for large systems: proofs are tried less hard, and what would take minutes says so.
enum class Patience : std::uint8_t { Short, Long };

// "physics", "constraints", "singular states", "inputs" where there are any, "energy", "momentum",
// "reversibility", "closed form", "conserved"; as far as keep_going allows. Of a system with the names of its inputs.
std::vector<Section> sections_without_motion(const System& system,
                                             Patience patience = Patience::Long,
                                             const KeepGoing& keep_going = {});

// Whether the constraints, or they and the start, leave no motion: nothing of one is to be asked then.
bool has_no_motion(const std::vector<Section>& sections_without_motion);

// Whether all formulations agree; this is what may take long.
Section agreement_section(const System& system, const AgreementOptions& options = {});

// The same of a few forms of a large system, with less patience; the sentence says that these are not
// all.
Section agreement_section(const System& system, std::span<const Equations> forms);

// What was computed, and what must hold along it. A run that ends in a singular state or at an event
// is a result; one that stopped for another reason, or has no beginning, has failed.
Section motion_section(const Run& run, std::vector<MotionCheck> checks);

// In words: "proved equal", "equal to 1e-12 at 5 random states, with rigorous bounds".
Sentence outcome_text(const FormAgreement& form);

// The section, or that there is no answer to its question.
template <typename Question>
Section asked(const std::string& name, Question&& question) {
    try {
        return question();
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& error) {
        return {.name = name, .sentences = {"No answer: " + said_by(error)}, .failed = true};
    }
}

}  // namespace rattleback
