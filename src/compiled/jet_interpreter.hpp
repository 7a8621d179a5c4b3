// Runs a jet program rule by rule: the oracle of the compiled jets, and their substitute where there
// is no compiler. Nothing is allocated.
#pragma once

#include "compiled/jet_kernel.hpp"

namespace rattleback {

// How many doubles of workspace the interpreter needs for series up to this order.
std::size_t jet_interpreter_workspace(const JetProgram& program, std::size_t order);

void interpret_jets(const JetProgram* program, const JetArguments* arguments) noexcept;

}  // namespace rattleback
