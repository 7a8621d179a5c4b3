// The languages of `export`, one row each: files as templates, and how their parts are written.
//
// A template is the file as a person would write it, with {{name}} where the model has its say
// (programs/filled_template.hpp); export_files.cpp lists the names. What is the same in every language,
// straight-line code from tapes, is written by compiled/operation_text.hpp.
//
// To add a language: a row in compiled/language_syntax.cpp, an export_<language>.cpp with the templates,
// and a row in export_language.cpp.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "compiled/language_syntax.hpp"

namespace rattleback {

struct FileTemplate {
    std::string_view name;  // a template too
    std::string_view text;
    bool per_function = false;  // one such file for each function
};

struct CommentStyle {
    std::string_view first, next, last;  // before the first line and the others; after them
};

struct ExportLanguage {
    Language language;
    CommentStyle comment;
    std::string_view run;            // the commands, a line each
    std::string_view function_head;  // with {{body}} and {{result}} behind it
    std::string_view function_tail;
    std::string_view new_vector, new_matrix;  // a result to be filled; empty: the caller gives it
    std::string_view unknowns_argument;
    std::string_view field, default_value;  // of a parameter
    std::string_view hint;                  // how to change a parameter
    std::string_view no_parameters;         // in the place of the fields
    // rates and jacobian where equations are left to solve; per function where files are.
    std::string_view solve, solved_rates, solved_jacobian;
    std::string_view declaration;  // of a function; empty: none is needed
    std::string_view erf;  // a line that makes erf known, where it is used; empty: it is known
    std::string_view continuation;  // at the end of a line that goes on, within brackets
    std::span<const FileTemplate> files;
};

std::span<const ExportLanguage* const> export_languages();

std::vector<std::string_view> export_language_names();
// Throws RequestError, with the names that there are, where there is none of this name.
const ExportLanguage& export_language(std::string_view name);

extern const ExportLanguage export_c, export_cpp, export_python, export_julia, export_matlab;

}  // namespace rattleback
