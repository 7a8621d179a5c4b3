// Operations as text of other languages, one row each.
//
// A row gives an operation in C and in NumPy, with {0}, {1} and {2} for its operands. Fused
// operations are written as a product and a sum: whether they are rounded once is then up to the
// compiler. Constants are written with as many digits as it takes to read them back exactly.
#pragma once

#include <string>

#include "compiled/tape.hpp"

namespace rattleback {

enum class Language : std::uint8_t { C, Python };

std::string constant_text(double value, Language language);

// One line per instruction, in order. Inputs are called
// in[i], in Python x[i]; results v and their place.
struct Line {
    std::string name, value;
};
std::vector<Line> lines(const Tape& tape, Language language);

// The name of the value at a place, or the text of a constant.
std::string operand_text(const Tape& tape, Place place, Language language);

// What the inputs of a tape are, one per line.
std::string input_list(const Tape& tape, Language language);

// Throws NumericalError when the text is no identifier in C and Python.
void check_identifier(const std::string& name);

}  // namespace rattleback
