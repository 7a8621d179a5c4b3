// f of dy/dt = f(t, y) as formulas, for methods that need more of f than its values: Taylor series.
//
//     RateTape tape(record(inputs, outputs), {m, g});
//     const OdeProblem problem{.size = 4, .rate = rate, .tape = &tape};
//
// Inputs are the entries of y, then t, then parameters, whose values stand here; outputs are the
// entries of f. `rate` must compute the same f. A problem has a tape where its equations are
// straight-line code: where the linear system for the accelerations is symmetric and small
// (compiled/linear_solve.hpp). The series are compiled at their first use, once; a copy shares them,
// and other values of the parameters need no new compilation.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "compiled/compiled_jets.hpp"

namespace rattleback {

struct RateTape {
    explicit RateTape(Tape f, std::vector<double> with_parameters = {},
                      Backend backend = CompileOptions{}.backend)
        : parameters(std::move(with_parameters)),
          shared_(std::make_shared<Shared>(std::move(f), backend)) {}

    std::vector<double> parameters;

    const Tape& tape() const { return shared_->f; }
    const CompiledJets& jets() const {
        std::call_once(shared_->once,
                       [this] { shared_->jets.emplace(shared_->f, shared_->backend); });
        return *shared_->jets;
    }

private:
    struct Shared {
        Shared(Tape tape, Backend with) : f(std::move(tape)), backend(with) {}
        Tape f;
        Backend backend;
        std::once_flag once;
        std::optional<CompiledJets> jets;
    };
    std::shared_ptr<Shared> shared_;
};

}  // namespace rattleback
