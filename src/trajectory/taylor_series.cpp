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

double TaylorSeries::weighted_norm(std::size_t k, const Tolerances& tolerances) const {
    const double* const y = coefficients_.data();
    const double squares = sum_of_squares(y + k * width_, y, y, size_, tolerances);
    return std::sqrt(squares / static_cast<double>(size_));
}

double TaylorSeries::width(const Tolerances& tolerances) const {
    // In logarithms: −ln(norm)/k.
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t k : {order_ - 1, order_})
        least = std::min(least, -std::log(weighted_norm(k, tolerances)) / static_cast<double>(k));
    return std::exp(least);
}

void TaylorSeries::advance(double theta, double* change, double* slope) const {
    const double* c = coefficients_.data() + order_ * width_;
    for (std::size_t i = 0; i < size_; ++i) change[i] = c[i], slope[i] = 0;
    for (std::size_t k = order_; k-- > 1;) {
        c -= width_;
        for (std::size_t i = 0; i < size_; ++i) {
            slope[i] = change[i] + theta * slope[i];
            change[i] = c[i] + theta * change[i];
        }
    }
    for (std::size_t i = 0; i < size_; ++i) {
        slope[i] = change[i] + theta * slope[i];
        change[i] *= theta;
    }
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
