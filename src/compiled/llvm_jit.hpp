// Machine code for this machine, made in this process by LLVM's ORC.
//
// One session serves all threads, and another those who are in a hurry (Effort::Quick). A piece of
// code lives as long as its MachineCode and is freed with it. There are no passes over the
// intermediate code: a tape has nothing left to optimize, and the instruction selector does the rest,
// so that small systems compile in a few milliseconds. Long code is compiled in pieces, between which
// an interruption is heeded (llvm_long_function.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "compiled/code_piece.hpp"

namespace rattleback {

struct CodeModules;  // llvm_long_function.hpp

class MachineCode {
public:
    // Writes a function of this name into modules, and others whose names begin with it.
    using Emit = std::function<void(CodeModules& modules, const std::string& name)>;

    // Throws NumericalError when LLVM fails, and heeds an interruption.
    explicit MachineCode(const Emit& emit, Effort effort = Effort::Full);
    ~MachineCode();
    MachineCode(const MachineCode&) = delete;
    MachineCode& operator=(const MachineCode&) = delete;

    std::uint64_t address(const std::string& suffix = {}) const;

private:
    struct Tracked;
    std::unique_ptr<Tracked> tracked_;
    std::string name_;
};

}  // namespace rattleback
