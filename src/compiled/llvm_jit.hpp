// Machine code for this machine, made in this process by LLVM's ORC.
//
// One session serves all threads. A piece of code lives as long as its MachineCode and is freed with
// it. There are no passes over the intermediate code: a tape has nothing left to optimize, and the
// instruction selector does the rest, so that small systems compile in a few milliseconds.
#pragma once

#include <memory>

#include "compiled/kernel.hpp"

namespace rattleback {

class MachineCode {
public:
    MachineCode(const Tape& tape, unsigned width);  // throws NumericalError when LLVM fails
    ~MachineCode();
    MachineCode(const MachineCode&) = delete;
    MachineCode& operator=(const MachineCode&) = delete;

    Kernel kernel() const { return kernel_; }

private:
    struct Tracked;
    std::unique_ptr<Tracked> tracked_;
    Kernel kernel_ = nullptr;
};

// The number of doubles in the widest register that this machine has: 8, 4, 2 or 1.
unsigned lanes_of_this_machine();

}  // namespace rattleback
