// The equations of motion of a model, in one form or in all that apply.
//
//     for (const auto& [form, equations] : derive_forms(read_model("models/skate.toml")).forms) …
//
// They are those of the system that a run computes: on the branch of the start, the start completed,
// without constraints that follow from others (structure/run_branch.hpp); the notes tell what was done
// to it. A model that names no start, leaves a function open, or has no value where it begins has no
// run to speak of: its equations are those of all its motions, with letters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "equations/formulations.hpp"
#include "expr/sentence.hpp"
#include "rattleback/attention.hpp"
#include "start/branch.hpp"

namespace rattleback {

struct DerivedForm {
    const Formulation* form;
    Equations equations;
};

struct DerivedForms {
    System system;
    Sentences notes;  // how the model was understood: full sentences
    std::vector<DerivedForm> forms;
};

std::vector<std::string_view> form_names();

// Throws RequestError, with the names that there are, where there is no formulation of this name.
void check_form_name(const std::string& name);

// The model as this form has it: with its principle, which may be another than the model's. As it is
// where no form is named. Throws RequestError where there is no such form.
Description in_form(const Description& description, const std::string& form);

// Throws NumericalError where the constraints have no motion.
BranchChoice system_of_equations(const System& system);

// All that apply, in the order of the table of formulations; those that take some seconds and more are
// left out, and a note says so.
DerivedForms derive_forms(const Description& description, const Attention& attention = {});
// The one that is named, or the default. Throws DerivationError where it cannot treat the system, with
// the reason and those that can.
DerivedForms derive_form(const Description& description, const std::string& name = {},
                         const Attention& attention = {});

// Why derive_form would throw, in a sentence; nothing where it would not.
Refusal refusal_of(const Description& description, const std::string& form);

}  // namespace rattleback
