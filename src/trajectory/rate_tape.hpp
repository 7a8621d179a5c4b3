// f of dy/dt = f(t, y) as formulas, for methods that need more of f than its values: Taylor series.
//
//     RateTape tape(record(inputs, outputs), {m, g});
//     const OdeProblem problem{.size = 4, .rate = rate, .tape = &tape};
//
// Inputs are the entries of y, then t, then parameters, whose values stand here; outputs are the
// entries of f, which may need the solution of linear equations (compiled/rate_formulas.hpp). `rate` must
// compute the same f. The series are made at their first use, once; a copy shares them, and other
// values of the parameters need nothing new. What the guard of steps watches is found once for each
// set of values.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "compiled/compiled_jets.hpp"
#include "trajectory/argument_tape.hpp"

namespace rattleback {

struct RateTape {
    explicit RateTape(RateFormulas f, std::vector<double> with_parameters = {},
                      Backend backend = CompileOptions{}.backend)
        : parameters(std::move(with_parameters)),
          shared_(std::make_shared<Shared>(std::move(f), backend)) {}

    std::vector<double> parameters;
    // Whether f is at some states computed with pivots, which series may not have: then it must be asked.
    bool may_need_pivots = false;

    const RateFormulas& formulas() const { return shared_->f; }
    const CompiledJets& jets() const {
        std::call_once(shared_->once,
                       [this] { shared_->jets.emplace(shared_->f, shared_->backend); });
        return *shared_->jets;
    }

    // Of this f with these parameters, where y has so many entries and there are no linear equations.
    ArgumentTape arguments(std::size_t size) const {
        const std::lock_guard lock(shared_->mutex);
        auto& known = shared_->arguments;
        if (!known || known->size != size || known->parameters != parameters)
            known = {size, parameters, ArgumentTape(shared_->f.rates, size, parameters)};
        return known->tape;
    }

private:
    struct Arguments {
        std::size_t size;
        std::vector<double> parameters;
        ArgumentTape tape;
    };
    struct Shared {
        Shared(RateFormulas formulas, Backend with) : f(std::move(formulas)), backend(with) {}
        RateFormulas f;
        Backend backend;
        std::once_flag once;
        std::optional<CompiledJets> jets;
        std::mutex mutex;
        std::optional<Arguments> arguments;  // of the last run
    };
    std::shared_ptr<Shared> shared_;
};

}  // namespace rattleback
