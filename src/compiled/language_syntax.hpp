// Programming languages as rows of data: how each writes a call, a constant, an assignment, an entry.
//
// Whoever writes code (operation_text.hpp) asks the row and knows no language. Functions are named as
// in C, and a row lists what it calls otherwise; `calls` stands before each of them. Patterns have {0},
// {1} and {2} for their parts. `keywords` are the names that code may not use, because the language
// has taken them or gives them a meaning that the code relies on.
//
// To add a language: a row here, and its files in src/programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace rattleback {

enum class Language : std::uint8_t { C, Cpp, Python, Julia, Matlab };

using OtherName = std::pair<std::string_view, std::string_view>;  // in C, here

struct LanguageSyntax {
    std::string_view name;  // as a user says it
    // Expressions.
    std::string_view calls;
    std::span<const OtherName>
        patterns;  // of a number {0}, for functions that are called otherwise
    std::span<const OtherName> other_names;
    std::string_view power;  // an operator; empty: the function pow
    std::string_view nan, infinity;
    // Statements.
    std::string_view definition;  // of a name {0} by a value {1}
    std::string_view assignment;
    std::string_view remark;  // behind a statement
    std::string_view unused;  // says that an argument is not used; empty: nobody asks
    // Numbers that have a place: entries of vectors and matrices, fields of the parameters.
    std::string_view entry, matrix_entry, field;
    int first_index;
    std::string_view keywords;  // separated by blanks
    // What a program may not be called either: modules that it loads, functions that its headers declare.
    std::string_view other_programs;
    bool has_macros = false;
};

const LanguageSyntax& syntax_of(Language language);

// "v[2]", "m[2][3]": places are counted from 0 here, and as the language does in the text.
std::string entry_text(const LanguageSyntax& syntax, std::string_view vector, std::size_t place);
std::string entry_text(const LanguageSyntax& syntax, std::string_view matrix, std::size_t row,
                       std::size_t column);

// As many digits as it takes to read the number back exactly; a negative one begins with a minus.
std::string constant_text(double value, const LanguageSyntax& syntax);

}  // namespace rattleback
