// The system that moves, and its equations: the way from a model to everything that is computed.
//
//     const DerivedMotion motion = derive_motion(read_model("models/skate.toml"));
//     motion.equations.form;                                               // "benenti"
//
// The system is on the branch of its start, the start completed, without constraints that follow from
// others; the notes tell what was done to it. A form has its principle, which may be another than the
// model's.
#pragma once

#include "equations/form_choice.hpp"
#include "equations/formulations.hpp"

namespace rattleback {

struct DerivedMotion {
    System system;
    FormChoice form;
    Equations equations;
    Sentences notes;  // full sentences
};

// Throws RequestError where there is no such form or the model leaves a function open, and what build
// and derive throw.
DerivedMotion derive_motion(const Description& description, const std::string& form = {});
// With the names of inputs, for which anything may stand: nothing is asked of the start.
DerivedMotion derive_by_name(const Description& description, const std::string& form = {});
// Of a model that is built, with the principle of the form.
DerivedMotion derive_motion(const System& system, const std::string& form = {});

}  // namespace rattleback
