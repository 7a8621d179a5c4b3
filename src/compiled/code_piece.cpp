#include "compiled/code_piece.hpp"

#include "compiled/interpreter.hpp"
#include "compiled/machine_code.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// LLVM takes as long for the right-hand side of two points with a spring as 70 000 interpreted calls of it
// do. From a seventh of that on runs take the same time whatever the number is; less keeps long runs,
// which will need the code, from waiting.
constexpr std::uint32_t calls_to_pay = 10'000, calls_to_pay_quick = 3'000;

template <unsigned width>
void interpreted(const Tape* tape, const double* in, double* out) {
    interpret_batch(*tape, width, in, out);
}

// One function per width, since a kernel is not told its width.
template <unsigned width = 1>
Kernel interpreter_kernel(unsigned wanted) {
    if constexpr (width < largest_width)
        if (wanted > width) return interpreter_kernel<2 * width>(wanted);
    return interpreted<width>;
}

std::uint32_t calls_before_code(const CompileOptions& options) {
    const std::uint32_t calls = options.effort == Effort::Full ? calls_to_pay : calls_to_pay_quick;
    return calls / options.width;
}

}  // namespace

#ifdef RATTLEBACK_LLVM
bool has_machine_code() { return true; }
#else
bool has_machine_code() { return false; }

TapeMachineCode machine_code(const Tape&, const CompileOptions&) {
    throw NumericalError("machine code cannot be made: Rattleback was built without LLVM");
}
#endif

CodePiece::CodePiece(const Tape& tape, const CompileOptions& options)
    : options_(options), kernel_(interpreter_kernel(options.width)) {
    if (options.backend == Backend::Gradual) calls_left_ = calls_before_code(options);
    if (options.backend == Backend::MachineCode) make_machine_code(tape);
}

void CodePiece::make_machine_code(const Tape& tape) const {
    TapeMachineCode code = machine_code(tape, options_);
    memory_ = std::move(code.memory);
    kernel_.store(code.kernel, std::memory_order_release);
    calls_left_.store(0, std::memory_order_relaxed);
}

// Where two threads count at once a call may be lost: that only puts it off.
void CodePiece::count(const Tape& tape) const noexcept {
    const std::uint32_t left = calls_left_.load(std::memory_order_relaxed);
    if (left > 1) {
        calls_left_.store(left - 1, std::memory_order_relaxed);
        return;
    }
    if (is_being_made_.exchange(true)) return;
    try {
        make_machine_code(tape);
    } catch (...) {  // interrupted, or without memory: once more, later
        calls_left_.store(calls_before_code(options_), std::memory_order_relaxed);
        is_being_made_ = false;
    }
}

}  // namespace rattleback
