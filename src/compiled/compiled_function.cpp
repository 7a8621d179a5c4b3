#include "compiled/compiled_function.hpp"

#include <bit>

#include "compiled/code_cache.hpp"
#include "compiled/lanes.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

unsigned lanes() { return has_machine_code() ? lanes_of_this_machine() : 1; }

CompiledFunction::CompiledFunction(std::shared_ptr<const Tape> tape, const CompileOptions& options)
    : options_(options), tape_(std::move(tape)), code_(code_for(*tape_, options)) {}

CompiledFunction CompiledFunction::batch(unsigned width) const {
    CompileOptions options = options_;
    options.width = width;
    return CompiledFunction(tape_, options);
}

CompiledFunction compile(Tape tape, const CompileOptions& options) {
    return CompiledFunction(std::make_shared<const Tape>(std::move(tape)), options);
}

CompiledFunction compile(std::span<const Expr> inputs, std::span<const Expr> outputs,
                         const CompileOptions& options) {
    return compile(record(inputs, outputs), options);
}

}  // namespace rattleback
