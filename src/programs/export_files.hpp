// A program in a language: the files of `export`.
//
//     for (const TextFile& file : export_files(program, export_c)) write_file(…, file.text);
//
// Every file says in its first line that Rattleback wrote it, `export_mark`, so that it may be written
// again; the one with the equations says which model, form and command it comes from.
#pragma once

#include <string>
#include <vector>

#include "programs/export_language.hpp"
#include "programs/export_program.hpp"

namespace rattleback {

inline constexpr std::string_view export_mark = "Written by Rattleback";

struct TextFile {
    std::string name, text;
};

std::vector<TextFile> export_files(const ExportProgram& program, const ExportLanguage& language);

// How to run the example: a command a line.
std::string export_commands(const ExportProgram& program, const ExportLanguage& language);

}  // namespace rattleback
