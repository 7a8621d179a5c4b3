// How many columns of a terminal a text takes.
//
// A code point takes one, a combining sign (the dots of φ̈) none: it stands above what came before.
// Wide signs, such as Chinese ones, do not occur in formulas and are not known here.
#pragma once

#include <string>
#include <string_view>

namespace rattleback {

std::size_t display_width(std::string_view utf8);

// The text, followed by as many spaces as it lacks.
std::string padded(std::string_view utf8, std::size_t width);

// Whether the byte at this place begins a sign that takes a column of its own.
bool takes_column(std::string_view utf8, std::size_t at);

}  // namespace rattleback
