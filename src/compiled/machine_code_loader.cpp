#include "base/loaded_part.hpp"
#include "compiled/machine_code_part.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

const MachineCodePart& loaded() {
    try {
        return *function_of_part<MachineCodeEntry>("machine_code")(
            {heed_stop, require_memory, tell_memory_end, interpret_batch});
    } catch (const std::runtime_error& error) {
        throw NumericalError(error.what());
    }
}

const MachineCodePart& part() {
    static const MachineCodePart& only = loaded();
    return only;
}

}  // namespace

TapeMachineCode machine_code(const Tape& tape, const CompileOptions& options) {
    return part().of_tape(tape, options);
}

JetMachineCode machine_code(const JetProgram& program) { return part().of_jets(program); }

}  // namespace rattleback
