#include "trajectory/step_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {

double sum_of_squares(const double* e, const double* y0, const double* y1, std::size_t size,
                      const Tolerances& tolerances) {
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const double largest = std::max(std::abs(y0[i]), std::abs(y1[i]));
        const double part = e[i] / (tolerances.atol[i] + tolerances.rtol * largest);
        sum += part * part;
    }
    return sum;
}

double StepControl::after_accepted(double error) {
    const double e = std::max(error, 1e-10);
    const double factor = 0.9 * std::pow(e, -0.7 / k_) * std::pow(before_, 0.4 / k_);
    before_ = std::max(e, 1e-4);
    const double most = rejected_ ? 1.0 : 8.0;
    rejected_ = false;
    return std::clamp(factor, 0.2, most);
}

double StepControl::after_rejected(double error) {
    rejected_ = true;
    if (!std::isfinite(error)) return 0.1;
    return std::clamp(0.9 * std::pow(error, -1 / k_), 0.1, 0.9);
}

double first_step(const OdeProblem& problem, const Slope& at, double remaining,
                  const Tolerances& tolerances, int order) {
    const std::size_t size = problem.size;
    const auto norm = [&](const double* e) {
        return std::sqrt(sum_of_squares(e, at.y, at.y, size, tolerances) /
                         static_cast<double>(size));
    };
    const double d0 = norm(at.y), d1 = norm(at.rate);
    const double least = smallest_step(at.t), rest = std::abs(remaining);
    const double direction = std::copysign(1.0, remaining);
    // Where y or f is nothing beside the tolerance, only the length of the run tells of time.
    const double little = 1e-6 * rest;
    const double guess = std::max(d0 < 1e-5 || d1 * rest < 1e-5 ? little : 0.01 * d0 / d1, least);
    std::vector<double> y(size), rate(size);
    for (std::size_t i = 0; i < size; ++i) y[i] = at.y[i] + direction * guess * at.rate[i];
    problem.rate(at.t + direction * guess, y.data(), rate.data());
    for (std::size_t i = 0; i < size; ++i) rate[i] -= at.rate[i];
    const double d2 = norm(rate.data()) / guess;
    if (!std::isfinite(d2)) return guess;
    // In units of the time in which y or f changes by its size, so that powers of times have no units.
    const double unit = std::max(100 * guess, d2 * rest > d1 ? d1 / d2 : 0);
    const double change = std::max(d1 * unit, d2 * unit * unit);
    const double bound = change <= 1e-15 ? std::max(little, guess * 1e-3)
                                         : unit * std::pow(0.01 / change, 1.0 / order);
    return std::max(std::min(100 * guess, bound), least);
}

}  // namespace rattleback
