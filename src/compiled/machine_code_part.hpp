// What the part of Rattleback that knows LLVM gives, and what it needs of the rest (base/loaded_part.hpp).
//
// It gives the functions of machine_code.hpp. Those of the rest that it calls, which know of the thread's
// work and of the memory, are handed over, and defined in the part as calls of what was handed over. Both
// sides of the part are built from this header, and from no other version of it: the file of the part is
// named after the version.
#pragma once

#include "base/interruption.hpp"
#include "base/memory.hpp"
#include "compiled/interpreter.hpp"
#include "compiled/machine_code.hpp"
#include "exact/memory_end.hpp"

namespace rattleback {

struct MachineCodeHost {
    decltype(&heed_stop) heed;
    decltype(&require_memory) require;
    decltype(&tell_memory_end) tell_end;
    decltype(&interpret_batch) interpret;
};

struct MachineCodePart {
    TapeMachineCode (*of_tape)(const Tape& tape, const CompileOptions& options);
    JetMachineCode (*of_jets)(const JetProgram& program);
};

using MachineCodeEntry = const MachineCodePart*(const MachineCodeHost& host);

}  // namespace rattleback
