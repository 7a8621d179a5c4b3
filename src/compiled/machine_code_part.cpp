#include "compiled/machine_code_part.hpp"

namespace rattleback {
namespace {

MachineCodeHost host;

}  // namespace

void heed_stop() { host.heed(); }
void require_memory(std::uint64_t bytes) { host.require(bytes); }
void tell_memory_end() { host.tell_end(); }
void interpret_batch(const Tape& tape, std::size_t width, const double* in, double* out) noexcept {
    host.interpret(tape, width, in, out);
}

}  // namespace rattleback

extern "C" [[gnu::visibility("default")]] const rattleback::MachineCodePart*
rattleback_machine_code(const rattleback::MachineCodeHost& host) {
    static constexpr rattleback::MachineCodePart part{rattleback::machine_code,
                                                      rattleback::machine_code};
    rattleback::host = host;
    return &part;
}
