// A problem written as formulas, for methods that need them.
#pragma once

#include <string>
#include <vector>

#include "compiled/compiled_function.hpp"
#include "expr/parse.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/rate_tape.hpp"

namespace rattleback::testing {

inline ExprVector parsed(const std::vector<std::string>& texts) {
    ExprVector result;
    for (const std::string& text : texts) result.push_back(parse(text));
    return result;
}

// The tape of these rates, in terms of the states and of t.
inline RateTape formula_tape(std::vector<std::string> states,
                             const std::vector<std::string>& rates) {
    states.emplace_back("t");
    return RateTape(record(parsed(states), parsed(rates)));
}

class FormulaProblem {
public:
    FormulaProblem(std::vector<std::string> states, const std::vector<std::string>& rates,
                   Backend backend = machine_code_at_once())
        : FormulaProblem(std::move(states), rates, {}, {}, backend) {}

    FormulaProblem(std::vector<std::string> states, const std::vector<std::string>& rates,
                   const std::vector<std::string>& parameters, const std::vector<double>& values,
                   Backend backend = machine_code_at_once())
        : states_(std::move(states)),
          values_(values),
          function_(compile(inputs(states_, parameters), parsed(rates), {.backend = backend})),
          tape_(function_.tape(), values, backend) {}
    FormulaProblem(const FormulaProblem&) = delete;
    FormulaProblem& operator=(const FormulaProblem&) = delete;

    OdeProblem problem() const {
        return {.size = states_.size(), .rate = rate_, .tape = &tape_, .names = states_};
    }

    Trajectory run(const std::vector<double>& y0, const IntegrationOptions& options) const {
        return integrate(problem(), y0, options);
    }

private:
    static ExprVector inputs(std::vector<std::string> names,
                             const std::vector<std::string>& parameters) {
        names.emplace_back("t");
        names.insert(names.end(), parameters.begin(), parameters.end());
        return parsed(names);
    }
    struct Rate {
        const FormulaProblem* of;
        void operator()(double t, const double* y, double* f) const {
            const std::size_t n = of->states_.size();
            std::vector<double> in(y, y + n);
            in.push_back(t);
            in.insert(in.end(), of->values_.begin(), of->values_.end());
            of->function_(in.data(), f);
        }
    };

    std::vector<std::string> states_;
    std::vector<double> values_;
    CompiledFunction function_;
    RateTape tape_;
    Rate rate_{this};
};

}  // namespace rattleback::testing
