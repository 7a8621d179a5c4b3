// Lines of a program as people read them: comments that end where they should, headings of one word, and
// lines that are broken where they are too long.
//
// None of it knows the language: what may stand in a comment may do so in any.
#pragma once

#include <string>
#include <string_view>

namespace rattleback {

// One line, without what would begin or end a comment, or take the next line into it.
std::string in_comment(std::string text);

// A heading of a column: one word.
std::string as_word(std::string text);

// Breaks a line that is too long behind the last of these marks that fits; what follows is indented.
std::string broken_line(std::string text, std::size_t indent, std::string_view mark = " ",
                        std::string_view continuation = "");

// The head of a function: arguments on the next line begin below those on the first.
std::string broken_signature(const std::string& text);

}  // namespace rattleback
