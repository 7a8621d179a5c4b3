#include "trajectory/taylor_series.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {

std::size_t taylor_order(double tolerance) {
    const double wanted = std::ceil(1 - 0.5 * std::log(std::clamp(tolerance, 1e-16, 0.1)));
    return std::clamp(static_cast<std::size_t>(wanted), lowest_jet_order, highest_jet_order);
}

TaylorSeries::TaylorSeries(const CompiledJets& jets, std::size_t largest_order)
    : jets_(jets),
      size_(jets.size()),
      width_(jets.width()),
      watched_(jets.program().watched.size()),
      input_(jets.inputs(), 1.0),
      workspace_(jets.workspace(largest_order)),
      coefficients_((largest_order + 1) * width_),
      scaled_((largest_order + 1) * size_) {}

bool TaylorSeries::expand(double sigma, std::size_t order) {
    sigma_ = sigma;
    order_ = order;
    jets_({input_.data(), sigma, order}, workspace_.data(), coefficients_.data());
    // What is not finite at some order is not at all later ones, but for states whose rate is fixed.
    double sum = 0;
    for (const double c : coefficients(order - 1)) sum += c;
    for (const double c : coefficients(order)) sum += c;
    return std::isfinite(sum);
}

double TaylorSeries::width(const Tolerances& tolerances) const {
    const double* const y = coefficients_.data();
    const double* const last = y + order_ * width_;
    double before_squares = 0, last_squares = 0;
    // The arguments of kinks count too: where they are zero must be known as well as y is.
    for (std::size_t i = 0; i < watched_; ++i) {
        const double weight = 1 / (tolerances.atol + tolerances.rtol * std::abs(y[i]));
        const double before = last[i - width_] * weight, at_last = last[i] * weight;
        before_squares += before * before;
        last_squares += at_last * at_last;
    }
    // norm^(−1/k), in logarithms.
    const auto n = static_cast<double>(watched_), k = static_cast<double>(order_);
    return std::exp(std::min(std::log(before_squares / n) / (2 - 2 * k),
                             std::log(last_squares / n) / (-2 * k)));
}

double TaylorSeries::value(std::size_t entry, double theta) const {
    double result = 0;
    for (std::size_t k = order_ + 1; k-- > 0;)
        result = coefficients_[k * width_ + entry] + theta * result;
    return result;
}

Segment TaylorSeries::segment(Time start, double theta) {
    double power = 1;
    for (std::size_t k = 0; k <= order_; ++k, power *= theta)
        for (std::size_t i = 0; i < size_; ++i)
            scaled_[k * size_ + i] = power * coefficients_[k * width_ + i];
    return {start, sigma_ * theta, Basis::Power, size_, order_ + 1, scaled_.data()};
}

}  // namespace rattleback
