// Code that exists already is not made again.
//
// Tapes that are the same code (whatever their inputs are called) and have the same width and
// backend share one piece of code, in all threads; code of Effort::Full serves where Quick is asked
// for, and machine code that is there where it may come later. The cache does not keep code alive: it
// goes with its last user. Two threads that ask for the same new code at the same moment may both make
// it; one of the two pieces is then kept.
#pragma once

#include <memory>

#include "compiled/code_piece.hpp"

namespace rattleback {

// Throws NumericalError when the width is not supported.
std::shared_ptr<const CodePiece> code_for(const Tape& tape, const CompileOptions& options);

// How many pieces of code are alive in the process, for tests.
std::size_t live_code();

// How many pieces of code the process has made so far that are or may become machine code, series
// included: what was found here does not count.
std::size_t code_made();
void count_code();

}  // namespace rattleback
