// Code that runs a tape: the interpreter, machine code, or the one until there is the other.
//
//     const CodePiece code(options);
//     code(tape, in, out);
//
// Gradual code counts its calls, and machine code is made after so many that it is likely to pay. Calls
// are counted and not timed, and both give the same to the last bit: no result depends on the machine's
// haste.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "compiled/kernel.hpp"

namespace rattleback {

enum class Backend : std::uint8_t { Gradual, MachineCode, Interpreter };
// How long LLVM may think. Quick is for what a run calls once a step and not at every stage: such
// code is made four times as fast and runs two or three times as long, to the same last bit.
enum class Effort : std::uint8_t { Full, Quick };

// Whether this build can make machine code.
bool has_machine_code();

// For what is called often for certain.
inline Backend machine_code_at_once() {
    return has_machine_code() ? Backend::MachineCode : Backend::Interpreter;
}

struct CompileOptions {
    Backend backend = has_machine_code() ? Backend::Gradual : Backend::Interpreter;
    unsigned width = 1;  // lanes: a power of two up to 64
    Effort effort = Effort::Full;

    friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

inline constexpr unsigned largest_width = 64;

class CodePiece {
public:
    // Throws NumericalError where machine code is asked for and cannot be made.
    CodePiece(const Tape& tape, const CompileOptions& options);

    void operator()(const Tape& tape, const double* in, double* out) const noexcept {
        if (calls_left_.load(std::memory_order_relaxed) != 0) count(tape);
        kernel_.load(std::memory_order_acquire)(&tape, in, out);
    }

    bool is_machine_code() const { return memory_ != nullptr; }

private:
    void count(const Tape& tape) const noexcept;
    void make_machine_code(const Tape& tape) const;

    CompileOptions options_;
    mutable std::atomic<std::uint32_t> calls_left_ =
        0;  // until machine code is made; 0: none will be
    mutable std::atomic<bool> is_being_made_ = false;
    mutable std::atomic<Kernel> kernel_;
    mutable std::shared_ptr<const void> memory_;  // of machine code
};

}  // namespace rattleback
