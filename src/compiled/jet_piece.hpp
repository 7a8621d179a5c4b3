// Code that runs a jet program: the interpreter, machine code, or the one until there is the other.
//
// As code_piece.hpp for tapes. Gradual code counts the orders that the interpreter has computed, and
// machine code is made after so many that it is likely to pay: what it takes to make and what it saves
// at an order are both proportional to the length of the program. Both give the same to the last bit,
// in the same workspace, and nothing is timed.
#pragma once

#include <atomic>
#include <memory>

#include "compiled/code_piece.hpp"
#include "compiled/jet_kernel.hpp"

namespace rattleback {

class JetPiece {
public:
    // Throws NumericalError where machine code is asked for and cannot be made.
    JetPiece(const JetProgram& program, Backend backend);

    void expand(const JetProgram& program, const JetArguments& arguments) const noexcept {
        if (orders_left_.load(std::memory_order_relaxed) != 0) count(program, arguments.order);
        kernels().expand(&program, &arguments);
    }
    const JetStepFunctions& step() const { return kernels().step; }

    bool is_machine_code() const { return &kernels() != &interpreter_; }

private:
    const JetKernels& kernels() const { return *kernels_.load(std::memory_order_acquire); }
    void count(const JetProgram& program, std::uint64_t orders) const noexcept;
    void make_machine_code(const JetProgram& program) const;

    JetKernels interpreter_;
    mutable std::atomic<std::uint64_t> orders_left_ = 0;  // until machine code; 0: none will be
    mutable std::atomic<bool> is_being_made_ = false;
    mutable std::atomic<const JetKernels*> kernels_ = &interpreter_;
    mutable std::shared_ptr<const void> memory_;  // of machine code
};

}  // namespace rattleback
