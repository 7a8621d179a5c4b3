#include "compiled/jet_piece.hpp"

#include "compiled/jet_interpreter.hpp"
#include "compiled/machine_code.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// To make machine code takes as long as some 300 000 orders by the interpreter take longer than by it.
// From a fraction of that on a long run loses little by having waited.
constexpr std::uint64_t orders_to_pay = 120'000;

}  // namespace

#ifndef RATTLEBACK_LLVM
JetMachineCode machine_code(const JetProgram&) {
    throw NumericalError("machine code cannot be made: Rattleback was built without LLVM");
}
#endif

JetPiece::JetPiece(const JetProgram& program, Backend backend)
    : interpreter_{interpret_jets, plain_step_functions()} {
    if (program.solve) return;  // it is loops that do most of it
    if (backend == Backend::Gradual) orders_left_ = orders_to_pay;
    if (backend == Backend::MachineCode) make_machine_code(program);
}

void JetPiece::make_machine_code(const JetProgram& program) const {
    const auto code = std::make_shared<const JetMachineCode>(machine_code(program));
    memory_ = code;
    kernels_.store(&code->kernels, std::memory_order_release);
    orders_left_.store(0, std::memory_order_relaxed);
}

// Where two threads count at once some orders may be lost: that only puts it off.
void JetPiece::count(const JetProgram& program, std::uint64_t orders) const noexcept {
    const std::uint64_t left = orders_left_.load(std::memory_order_relaxed);
    if (left > orders) {
        orders_left_.store(left - orders, std::memory_order_relaxed);
        return;
    }
    if (is_being_made_.exchange(true)) return;
    try {
        make_machine_code(program);
    } catch (...) {  // interrupted, or without memory: once more, later
        orders_left_.store(orders_to_pay, std::memory_order_relaxed);
        is_being_made_ = false;
    }
}

}  // namespace rattleback
