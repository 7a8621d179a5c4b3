#include "trajectory/taylor_series.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

// Of seven digits, which are enough for the width of a step. The exponent of a normal number is read
// from its bits.
float short_log2(double x) {
    constexpr std::uint64_t mantissa_bits = (std::uint64_t{1} << 52) - 1;
    if (!std::isnormal(x)) {
        int exponent = 0;
        const auto mantissa = static_cast<float>(std::frexp(x, &exponent));
        return std::log2(mantissa) + static_cast<float>(exponent);
    }
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto mantissa =
        std::bit_cast<double>((bits & mantissa_bits) | std::bit_cast<std::uint64_t>(1.0));
    return std::log2(static_cast<float>(mantissa)) +
           static_cast<float>(static_cast<int>(bits >> 52) - 1023);
}

}  // namespace

std::size_t taylor_order(double tolerance) {
    const double wanted = std::ceil(1 - 0.5 * std::log(std::clamp(tolerance, 1e-16, 0.1)));
    return std::clamp(static_cast<std::size_t>(wanted), lowest_jet_order, highest_jet_order);
}

TaylorSeries::TaylorSeries(const CompiledJets& jets, std::size_t largest_order,
                           const Tolerances& tolerances)
    : jets_(jets),
      size_(jets.size()),
      width_(jets.width()),
      watched_(static_cast<double>(jets.program().watched.size())),
      per_watched_(1 / watched_),
      input_(jets.inputs(), 1.0),
      workspace_(jets.workspace(largest_order)),
      scaled_((largest_order + 1) * size_),
      coefficients_((largest_order + 1) * width_),
      rows_(rows * width_),
      step_{.coefficients = coefficients_.data(),
            .carry = row(carry_row),
            .rate = rate_,
            .change = row(change_row),
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
    if (step_.order != order) {
        const auto k = static_cast<float>(order);
        power_before_ = 1 / (2 - 2 * k);
        power_ = -1 / (2 * k);
        step_.order = order;
    }
    jets_({input_.data(), sigma, order}, workspace_.data(), coefficients_.data());
    if (size_ < static_cast<std::size_t>(watched_)) choose_tolerances();
    // What is not finite at some order is not at all later ones, but for states whose rate is fixed;
    // and squares of the last two that are not finite tell nothing of the width.
    jets_.reach(step_);
    if (std::isfinite(result_[0] + result_[1])) return true;
    std::ranges::fill(workspace_, 0);  // nothing of it may come into the next series
    return false;
}

// Arguments of kinks have no sizes that are known: a part of their change over the step will do.
void TaylorSeries::choose_tolerances() {
    for (std::size_t i = size_; i < static_cast<std::size_t>(watched_); ++i) {
        double largest = 0;
        for (std::size_t k = 0; k <= step_.order; ++k)
            largest = std::max(largest, std::abs(coefficients_[k * width_ + i]));
        row(atol_row)[i] =
            std::max(0.01 * step_.rtol * largest, std::numeric_limits<double>::min());
    }
}

// norm^(−1/k) of the last two, in logarithms. The arguments of kinks count too: where they are zero
// must be known as well as y is.
double TaylorSeries::reach() const {
    return std::exp2(std::min(short_log2(result_[0] * per_watched_) * power_before_,
                              short_log2(result_[1] * per_watched_) * power_));
}

void TaylorSeries::advance(double theta) {
    step_.theta = theta;
    step_.h = theta * sigma_;
    jets_.advance(step_);
}

bool TaylorSeries::is_solution() {
    jets_.verify(step_);
    return result_[0] != 0;
}

void TaylorSeries::keep_carry() {
    double* __restrict const carry = row(carry_row);
    const double *const from = coefficients_.data(), *const end = step_.end,
                        *const change = step_.change;
    for (std::size_t i = 0; i < size_; ++i) {
        const double back = end[i] - from[i];
        carry[i] = (from[i] - (end[i] - back)) + (change[i] - back);
    }
}

void TaylorSeries::drop_carry() { std::fill_n(row(carry_row), size_, 0.0); }

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
