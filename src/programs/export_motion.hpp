// The program of a model's motion: derived in a form that needs no change of variables, and described.
//
//     const ExportedMotion exported = export_motion(read_model("models/skate.toml"), {}, "");
//     write_folder("skate", export_files(exported.program, export_language("c")));
#pragma once

#include "programs/export_program.hpp"
#include "rattleback/attention.hpp"
#include "rattleback/description.hpp"

namespace rattleback {

struct ExportedMotion {
    ExportProgram program;
    std::string why;  // another form than the default: a full sentence, or nothing
};

// In the form that is named, or one whose variables are fit for every state. Throws what derive_motion
// throws.
ExportedMotion export_motion(const Description& description, const std::string& form,
                             const std::string& command, const Attention& attention = {});

}  // namespace rattleback
