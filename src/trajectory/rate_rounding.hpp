// What rounding leaves of the rates.
//
//     εᵢ = ε (|fᵢ| + Σⱼ |yⱼ ∂fᵢ/∂yⱼ| + |t ∂fᵢ/∂t|)
//
// A number y is known to ε|y|, and what f makes of that nobody can compute away. Where fᵢ is a small
// difference of large terms, as the force on a charge in the middle between two others, or where a linear
// system is nearly singular, εᵢ is far more than ε|fᵢ|. It is found by moving one entry after the other by
// some ε of itself: the derivative, and the rounding within f, which is of the same kind. That has no unit.
//
// What brings a state back to the constraints moves it likewise by more than ε|y| where these are nearly
// dependent. A method that compares states of several steps takes that for an error.
#pragma once

#include "trajectory/ode_problem.hpp"

namespace rattleback {

class RateRounding {
public:
    explicit RateRounding(const OdeProblem& problem);

    // One for each entry, per unit of time; infinite where f has no value beside the state.
    std::span<const double> at(double t, const double* y);
    // Of each entry, after it was brought back to the constraints; beside its own ε.
    std::span<const double> of_projection(double t, const double* y);
    // f there.
    std::span<const double> rates() const { return here_; }

private:
    void compare(double t);

    const OdeProblem& problem_;
    std::vector<double> y_, here_, beside_, result_, of_projection_;
};

}  // namespace rattleback
