// Machine code for this machine, of tapes and of jet programs, made by LLVM (llvm_jit.hpp).
//
// Nothing of LLVM is seen from here: to load it takes longer than many a run, and what knows it is a part
// of Rattleback that is loaded when code is first made (base/loaded_part.hpp). Both functions throw
// NumericalError where no code can be made, and heed an interruption.
#pragma once

#include <memory>

#include "compiled/code_piece.hpp"
#include "compiled/jet_kernel.hpp"

namespace rattleback {

struct TapeMachineCode {
    Kernel kernel;
    std::shared_ptr<const void> memory;  // in which the kernel lies
};

TapeMachineCode machine_code(const Tape& tape, const CompileOptions& options);

struct JetMachineCode {
    JetKernels kernels;
    std::shared_ptr<const void> memory;
};

JetMachineCode machine_code(const JetProgram& program);

}  // namespace rattleback
