// How wide the next step may be.
//
// A step is accepted when its error, divided entry by entry by atol + rtol·max(|y₀|, |y₁|), has a
// root mean square ‖e‖ of at most 1. The next width follows Gustafsson's PI law,
//
//     h₊ = h · 0.9 · ‖e‖^(−0.7/k) · ‖e₋‖^(0.4/k) ,    ‖e‖ = O(hᵏ),
//
// with e₋ of the step before: it swings less than e alone would let it. After a rejection the
// elementary law h · 0.9 · ‖e‖^(−1/k) is used. The first width is Hairer's guess from the size of
// y, f and one Euler step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "trajectory/ode_problem.hpp"

namespace rattleback {

struct Tolerances {
    double rtol;
    const double* atol;  // of each entry
};

// Σ (eᵢ/scaleᵢ)², not yet divided by the number of entries.
double sum_of_squares(const double* e, const double* y0, const double* y1, std::size_t size,
                      const Tolerances& tolerances);

class StepControl {
public:
    explicit StepControl(int error_order) : k_(error_order) {}

    // The factor for the width, after a step with this error was accepted or rejected.
    double after_accepted(double error);
    double after_rejected(double error);

private:
    double k_;
    double before_ = 1e-4;
    bool rejected_ = false;
};

struct Slope {
    double t;
    const double* y;
    const double* rate;  // f(t, y)
};

// A positive width, with one evaluation of f, for a run of so much more time, negative when it goes
// backward. It allocates, once per run.
double first_step(const OdeProblem& problem, const Slope& at, double remaining,
                  const Tolerances& tolerances, int order);

// The width below which t + h has no digits left.
inline double smallest_step(double t) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    return std::max(4 * epsilon * std::abs(t), 1e-290);
}

}  // namespace rattleback
