// ∂f/∂y of a problem: the one it gives, or by differences where there is none or it has no value.
//
// Differences are one-sided with an increment of √ε·max(|yⱼ|, atol/rtol): good to about half of the
// digits, which is all that a Newton iteration needs, in whatever units y is.
#pragma once

#include <vector>

#include "trajectory/step_control.hpp"

namespace rattleback {

class StateJacobian {
public:
    StateJacobian(const OdeProblem& problem, const Tolerances& tolerances)
        : problem_(problem),
          tolerances_(tolerances),
          y_(problem.size),
          rate_(problem.size),
          shifted_(problem.size) {}

    // ∂fᵢ/∂yⱼ at [i·size + j]; returns how many times f was evaluated.
    std::size_t evaluate(double t, const double* y, double* jacobian);

private:
    const OdeProblem& problem_;
    Tolerances tolerances_;
    std::vector<double> y_, rate_, shifted_;
};

}  // namespace rattleback
