#include "compiled/compiled_jets.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "compiled/code_cache.hpp"
#include "compiled/jet_interpreter.hpp"
#include "compiled/numeric_solve.hpp"

namespace rattleback {
namespace {

using Code = CompiledJets::Code;

// Packs of lanes are aligned to what the processor reads at once.
double* aligned(double* place) {
    const auto address = reinterpret_cast<std::uintptr_t>(place);
    return place + (64 - address % 64) % 64 / sizeof(double);
}

// Code lives as long as somebody uses it.
class Cache {
public:
    std::shared_ptr<const Code> find(const RateFormulas& f, Backend backend) {
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

CompiledJets::Code::Code(const RateFormulas& formulas, Backend with)
    : f(formulas),
      backend(with),
      program(jet_program(f)),
      start(compile(program.start, {.backend = with})),
      piece(program, with) {
    if (program.solve) equations = compile(program.solve->equations, {.backend = with});
}

CompiledJets::CompiledJets(const RateFormulas& f, Backend backend)
    : code_(cache().find(f, backend)) {
    if (code_) return;
    if (backend != Backend::Interpreter) count_code();
    code_ = std::make_shared<const Code>(f, backend);
    cache().keep(code_);
}

std::size_t CompiledJets::places() const {
    const std::size_t n = code_->program.unknowns();
    return code_->program.places() + n * n + n;  // then the matrix and the right side
}

void CompiledJets::start(double* in, double* values) const noexcept {
    if (const std::size_t n = code_->program.unknowns(); n > 0) {
        double *const matrix = values + code_->program.places(), *const x = in + inputs() - n;
        (*code_->equations)(in, matrix);
        std::copy_n(matrix + n * n, n, x);
        if (NumericSolve::run({matrix, n}, {x, n}, [] {}) == 0)
            std::fill_n(x, n, std::numeric_limits<double>::quiet_NaN());
    }
    code_->start(in, values);
}

std::size_t CompiledJets::workspace(std::size_t order) const {
    return 8 + jet_interpreter_workspace(code_->program, order);
}

void CompiledJets::operator()(const JetCall& call, double* workspace,
                              double* coefficients) const noexcept {
    const JetArguments arguments{call.start, aligned(workspace), coefficients, call.sigma,
                                 call.order};
    code_->piece.expand(code_->program, arguments);
}

}  // namespace rattleback
