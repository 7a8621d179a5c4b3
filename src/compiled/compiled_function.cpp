#include "compiled/compiled_function.hpp"

#include <bit>

#include "compiled/code_cache.hpp"
#include "rattleback/errors.hpp"
#ifdef RATTLEBACK_LLVM
#include "compiled/llvm_jit.hpp"
#endif

namespace rattleback {

#ifdef RATTLEBACK_LLVM
unsigned lanes() { return lanes_of_this_machine(); }
#else
unsigned lanes() { return 1; }
#endif

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
