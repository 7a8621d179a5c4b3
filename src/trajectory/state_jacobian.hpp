// ∂f/∂y of a problem: the one it gives, else by differences.
//
// Differences are one-sided with an increment of √ε·max(|yⱼ|, 1e-3): good to about half of the
// digits, which is all that a Newton iteration needs.
#pragma once

#include <vector>

#include "trajectory/ode_problem.hpp"

namespace rattleback {

class StateJacobian {
public:
    explicit StateJacobian(const OdeProblem& problem)
        : problem_(problem), y_(problem.size), rate_(problem.size), shifted_(problem.size) {}

    // ∂fᵢ/∂yⱼ at [i·size + j]; returns how many times f was evaluated.
    std::size_t evaluate(double t, const double* y, double* jacobian);

private:
    const OdeProblem& problem_;
    std::vector<double> y_, rate_, shifted_;
};

}  // namespace rattleback
