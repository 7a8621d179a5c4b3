// Names of a model as names of a program.
//
// x' becomes x_dot and x'' x_ddot. A name that the language has taken, or that the program uses itself,
// gets an underscore behind it, as does one that would meet another, or that in C looks like a macro; one
// that begins with an underscore gets a letter before it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compiled/language_syntax.hpp"
#include "programs/export_program.hpp"

namespace rattleback {

struct ExportNames {
    std::vector<std::string> state, unknowns;  // of variables in functions
    std::vector<std::string> parameters;       // of fields
    std::set<std::string> taken;               // all that a variable may not be called
};

ExportNames export_names(const ExportProgram& program, const LanguageSyntax& syntax);

// The name of a model as that of a program: letters, digits and underscores, no digit first, and none
// that the language or the example has taken.
std::string program_name(const std::string& text, const LanguageSyntax& syntax);

}  // namespace rattleback
