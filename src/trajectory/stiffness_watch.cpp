#include "trajectory/stiffness_watch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "compiled/compiled_jets.hpp"

namespace rattleback {
StiffnessWatch::StiffnessWatch(const OdeProblem& problem, const double* units)
    : problem_(problem),
      units_(units),
      direction_(problem.size),
      argument_(problem.size),
      moved_(problem.size) {}

double StiffnessWatch::norm(const double* x) const {
    double sum = 0;
    for (std::size_t i = 0; i < problem_.size; ++i) sum += x[i] / units_[i] * (x[i] / units_[i]);
    return std::sqrt(sum);
}

// The first direction is that of the motion; so is a new one where the last has come to nothing.
double StiffnessWatch::eigenvalue(double t, const double* y, const double* rate) {
    const std::size_t n = problem_.size;
    double length = norm(direction_.data());
    if (!(length > 0) || !std::isfinite(length)) {
        std::copy_n(rate, n, direction_.begin());
        length = norm(rate);
        if (!(length > 0)) return 0;
    }
    const double shift = 1e-8 * std::max(norm(y), 1e9) / length;
    for (std::size_t i = 0; i < n; ++i) argument_[i] = y[i] + shift * direction_[i];
    problem_.rate(t, argument_.data(), moved_.data());
    for (std::size_t i = 0; i < n; ++i) direction_[i] = (moved_[i] - rate[i]) / shift;
    return norm(direction_.data()) / length;
}

bool StiffnessWatch::is_stiff(double t, const double* y, const double* rate, double h,
                              double boundary) {
    if (std::abs(h) * eigenvalue(t, y, rate) > 0.5 * boundary) {
        not_stiff_ = 0;
        return ++stiff_ >= 15;
    }
    if (++not_stiff_ >= 6) stiff_ = 0;
    return false;
}

// Where the first term left out, x^(p+1)/(p+1)!, is 1.
double stability_of_taylor(std::size_t order) {
    static const auto known = [] {
        std::array<double, highest_jet_order + 1> result{};
        double log_factorial = 0;  // lgamma writes to a variable that all threads share
        for (std::size_t p = 0; p < result.size(); ++p) {
            const auto next = static_cast<double>(p + 1);
            log_factorial += std::log(next);
            result[p] = std::exp(log_factorial / next);
        }
        return result;
    }();
    return known[order];
}

}  // namespace rattleback
