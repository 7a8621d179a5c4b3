// A program as its words: without comments and white space, each text in quotation marks as one word.
//
//     words_of("x = 1;  // one", language)      // "x", "=", "1", ";"
//
// Written for the comparison of programs that differ in names alone, and from the grammars of the
// languages, not from how the program writes them: what ends a comment or a text too early, or late, shows
// as other words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiled/language_syntax.hpp"

namespace rattleback::fuzzing {

// What is between quotation marks is a word that begins with them, and so is a number. Throws
// std::runtime_error with a sentence for a comment or a text that does not end.
std::vector<std::string> words_of(std::string_view program, Language language);

// Whether the one becomes the other when names are exchanged, each for one other and all of them at
// every place, and texts in quotation marks; else the first words that do not fit.
std::string difference(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace rattleback::fuzzing
