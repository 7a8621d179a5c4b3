#include "trajectory/taylor_series.hpp"

#include <cmath>
#include <limits>

namespace rattleback {
std::size_t taylor_order(double tolerance) {
    const double wanted = std::ceil(4 - 0.65 * std::log(std::clamp(tolerance, 1e-17, 0.1)));
    return std::clamp(static_cast<std::size_t>(wanted), lowest_jet_order, highest_jet_order);
}

TaylorSeries::TaylorSeries(const CompiledJets& jets, std::size_t largest_order,
                           const Tolerances& tolerances)
    : jets_(jets),
      size_(jets.size()),
      width_(jets.width()),
      watched_(jets.program().watched.size()),
      input_(jets.inputs(), 1.0),
      workspace_(jets.workspace(largest_order)),
      scaled_((largest_order + 1) * size_),
      begin_(jets.places() + width_),  // f is read by rows
      end_(begin_.size()),
      coefficients_((largest_order + 1) * width_),
      rows_(rows * width_),
      step_{.coefficients = coefficients_.data(),
            .carry = row(carry_row),
            .lost = row(lost_row),
            .end = row(end_row),
            .slope = row(slope_row),
            .result = result_,
            .rtol = series_tolerance * tolerances.rtol,
            .atol = row(atol_row)} {
    for (std::size_t i = 0; i < size_; ++i)
        row(atol_row)[i] = series_tolerance * tolerances.atol[i];
    std::fill(row(atol_row) + size_, row(atol_row) + width_, std::numeric_limits<double>::min());
}

bool TaylorSeries::expand(double sigma, std::size_t order) {
    sigma_ = sigma;
    step_.order = order;
    jets_({begin_.data(), sigma, order}, workspace_.data(), coefficients_.data());
    if (size_ < watched_) choose_tolerances();
    // What is not finite at some order is not at all later ones, but for states whose rate is fixed;
    // and squares of the last two that are not finite tell nothing of the width. The arguments of
    // kinks count too: where they are zero must be known as well as y is.
    jets_.reach(step_);
    reach_ = result_[0];
    if (std::isfinite(result_[1])) return true;
    std::ranges::fill(workspace_, 0);  // nothing of it may come into the next series
    return false;
}

// Arguments of kinks have no sizes that are known: a part of their change over the step will do.
void TaylorSeries::choose_tolerances() {
    for (std::size_t i = size_; i < watched_; ++i) {
        double largest = 0;
        for (std::size_t k = 0; k <= step_.order; ++k)
            largest = std::max(largest, std::abs(coefficients_[k * width_ + i]));
        row(atol_row)[i] =
            std::max(0.01 * step_.rtol * largest, std::numeric_limits<double>::min());
    }
}

void TaylorSeries::advance(double theta) {
    step_.theta = theta;
    step_.h = theta * sigma_;
    jets_.advance(step_);
}

bool TaylorSeries::is_solution(const double* rate) {
    step_.rate = rate;
    jets_.verify(step_);
    return result_[0] != 0;
}

double TaylorSeries::value(std::size_t entry, double theta) const {
    double result = 0;
    for (std::size_t k = step_.order + 1; k-- > 0;)
        result = coefficients_[k * width_ + entry] + theta * result;
    return result;
}

Segment TaylorSeries::segment(Time start, double theta) {
    double power = 1;
    for (std::size_t k = 0; k <= step_.order; ++k, power *= theta)
        for (std::size_t i = 0; i < size_; ++i)
            scaled_[k * size_ + i] = power * coefficients_[k * width_ + i];
    return {start, sigma_ * theta, Basis::Power, size_, step_.order + 1, scaled_.data()};
}

}  // namespace rattleback
