// The functions of jet_step.hpp for LLVM, eight entries at a time:
//
//     void name_reach(const JetProgram* program, const JetStep* step), name_advance, name_verify
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "compiled/jet_step.hpp"

namespace rattleback {

void emit_step_functions(llvm::Module& module, const std::string& name, const JetProgram& program);

}  // namespace rattleback
