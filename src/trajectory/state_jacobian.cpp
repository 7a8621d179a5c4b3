#include "trajectory/state_jacobian.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {

std::size_t StateJacobian::evaluate(double t, const double* y, double* jacobian) {
    const std::size_t n = problem_.size;
    if (problem_.jacobian) {
        problem_.jacobian(t, y, jacobian);
        if (std::all_of(jacobian, jacobian + n * n, [](double x) { return std::isfinite(x); }))
            return 0;
    }
    std::copy_n(y, n, y_.begin());
    problem_.rate(t, y, rate_.data());
    for (std::size_t j = 0; j < n; ++j) {
        y_[j] = y[j] + 1.5e-8 * std::max(std::abs(y[j]), tolerances_.atol[j] / tolerances_.rtol);
        const double increment = y_[j] - y[j];  // what was really added
        problem_.rate(t, y_.data(), shifted_.data());
        y_[j] = y[j];
        for (std::size_t i = 0; i < n; ++i)
            jacobian[i * n + j] = (shifted_[i] - rate_[i]) / increment;
    }
    return n + 1;
}

}  // namespace rattleback
