// Runs a jet program by loops over its rows (jet_rows.hpp): what runs until machine code pays, and
// where there is none. Both give the same to the last bit, as jet_program.hpp says in which order
// sums are added.
//
// The sums of an order stand side by side, as in machine code: row j has the factors a_j of all sums,
// then b_j, so that their loop is one of vectors, and so are the rules of a run. The loops are
// compiled for several kinds of vectors, and the processor decides. Nothing is allocated.
#pragma once

#include "compiled/jet_kernel.hpp"

namespace rattleback {

// How many doubles of workspace the interpreter needs for series up to this order; the first of them
// are those of machine code, in the same rows.
std::size_t jet_interpreter_workspace(const JetProgram& program, std::size_t order);

void interpret_jets(const JetProgram* program, const JetArguments* arguments) noexcept;

}  // namespace rattleback
