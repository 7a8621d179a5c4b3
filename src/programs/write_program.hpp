// A program that computes the motion of a model, in a folder of its own.
//
//     write_program(read_model("models/skate.toml"), {.language = "python", .folder = "skate"}).files;
//
// It is that of export_motion.hpp, in a language of export_language.hpp. What stands in the way of the
// folder is met before anything is derived.
#pragma once

#include "programs/export_motion.hpp"

namespace rattleback {

struct ProgramRequest {
    std::string language;      // "c", "cpp", "python", "julia", "matlab"
    std::string folder;        // where there is none it is made
    std::string form = {};     // empty: one whose variables are fit for every state
    std::string command = {};  // that wrote it, as the program is to tell
};

struct WrittenProgram {
    std::vector<std::string> files;  // with their folder
    std::string why;                 // another form than the default: a full sentence, or nothing
    std::string commands;            // that run the example: a line each
};

// Throws RequestError where there is no such language, or the folder cannot be made or holds files of
// another hand; std::runtime_error where writing fails; and what export_motion throws.
WrittenProgram write_program(const Description& description, const ProgramRequest& request,
                             const Attention& attention = {});

}  // namespace rattleback
