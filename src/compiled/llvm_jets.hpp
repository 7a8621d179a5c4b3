// A jet program as a function of LLVM: a loop over the order, with the sums of one order side by side
// in SIMD lanes.
//
//     void name(const JetProgram* program, const JetArguments* arguments)
//
// The sums are those of llvm_jet_sums.hpp. Order 1, which has none, stands before the loop. The rules are
// straight-line code.
#pragma once

#include <string>

#include "compiled/jet_kernel.hpp"
#include "compiled/llvm_long_function.hpp"

namespace rattleback {

void emit_jets(CodeModules& modules, const std::string& name, const JetProgram& program,
               unsigned pack);

}  // namespace rattleback
