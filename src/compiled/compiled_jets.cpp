#include "compiled/compiled_jets.hpp"

#include <mutex>

#include "compiled/code_cache.hpp"
#include "compiled/jet_interpreter.hpp"
#include "compiled/jet_lateness.hpp"
#include "compiled/machine_code.hpp"

namespace rattleback {
namespace {

using Code = CompiledJets::Code;

std::shared_ptr<const Code> made(const Tape& f, Backend backend) {
    JetProgram program = jet_program(f);
    CompiledFunction start = compile(program.start, {.backend = backend});
    Code code{f, backend, std::move(program), std::move(start), interpret_jets};
    code.workspace = jet_interpreter_workspace;
#ifdef RATTLEBACK_LLVM
    if (backend == Backend::MachineCode) {
        count_code();
        JetMachineCode machine = machine_code(arranged(code.program));
        code.kernel = machine.kernel;
        code.step = machine.step;
        code.workspace = machine.workspace;
        code.memory = std::move(machine.memory);
    }
#endif
    return std::make_shared<const Code>(std::move(code));
}

// Packs of lanes are aligned to what the processor reads at once.
double* aligned(double* place) {
    const auto address = reinterpret_cast<std::uintptr_t>(place);
    return place + (64 - address % 64) % 64 / sizeof(double);
}

// Code lives as long as somebody uses it.
class Cache {
public:
    std::shared_ptr<const Code> find(const Tape& f, Backend backend) {
        const std::lock_guard lock(mutex_);
        std::erase_if(kept_, [](const auto& code) { return code.expired(); });
        for (const auto& kept : kept_)
            if (auto code = kept.lock(); code && code->backend == backend && same_code(code->f, f))
                return code;
        return nullptr;
    }
    void keep(const std::shared_ptr<const Code>& code) {
        const std::lock_guard lock(mutex_);
        kept_.push_back(code);
    }

private:
    std::mutex mutex_;
    std::vector<std::weak_ptr<const Code>> kept_;
};

Cache& cache() {
    static Cache only;
    return only;
}

}  // namespace

CompiledJets::CompiledJets(const Tape& f, Backend backend) : code_(cache().find(f, backend)) {
    if (code_) return;
    code_ = made(f, backend);
    cache().keep(code_);
}

std::size_t CompiledJets::workspace(std::size_t order) const {
    return 8 + code_->workspace(code_->program, order);
}

void CompiledJets::operator()(const JetCall& call, double* workspace,
                              double* coefficients) const noexcept {
    const JetArguments arguments{call.start, aligned(workspace), coefficients, call.sigma,
                                 call.order};
    code_->kernel(&code_->program, &arguments);
}

}  // namespace rattleback
