// Expressions with integrals as functions that have values.
//
//     IntegralValues f(inputs, outputs);
//     f(in, out);                             // NaN where an integral was not found
//
// The integrals of expr/integral.hpp are found by quadrature, those inside integrands too. Each
// remembers its values at upper bounds, as long as its lower bound and parameters stay, and goes on
// from the nearest: along a motion the work is that of one integration, however often it is asked.
//
// Estimated are the errors of all stretches together, by a rule of half the order. A value counts as
// found where that estimate is below 10⁻¹⁰ of ∫|f|; where f is infinite between the bounds, or its
// integral does not converge, or more than 10 000 intervals would be needed from one value to the next,
// there is none. That ∫|f| converges is asked too, so that poles whose signs cancel are no integral.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "compiled/compiled_function.hpp"
#include "expr/derivative.hpp"

namespace rattleback {

class IntegralValues {
public:
    IntegralValues(const ExprVector& inputs, const ExprVector& outputs);
    void operator()(const double* in, double* out);

private:
    struct Known {
        double value = 0, size = 0, error = 0;  // size: ∫|f|
    };
    struct OneIntegral {
        CompiledFunction arguments;  // of the inputs and the integrals before: bounds, then values
        std::shared_ptr<IntegralValues> integrand;  // of its variable and the values
        std::vector<double> key = {};               // lower bound and values
        std::map<double, Known> known = {};         // at upper bounds
        int failures = 0;
    };
    static double value_of(OneIntegral& integral, const double* in);
    static Known stretch(OneIntegral& integral, double from, double to, const Known& before);

    std::vector<OneIntegral> integrals_;
    std::optional<CompiledFunction> outputs_;
    std::vector<double> in_;
};

}  // namespace rattleback
