#include "trajectory/rate_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// So many of them is an entry moved by. Rounding within f counts as what so many make of it: of few, lest
// it be taken for less than it is.
constexpr double times = 4;

}  // namespace

RateRounding::RateRounding(const OdeProblem& problem)
    : problem_(problem),
      y_(problem.size),
      here_(problem.size),
      beside_(problem.size),
      result_(problem.size),
      of_projection_(problem.size) {}

std::span<const double> RateRounding::at(double t, const double* y) {
    y_.assign(y, y + problem_.size);
    problem_.rate(t, y_.data(), here_.data());
    for (std::size_t i = 0; i < result_.size(); ++i) result_[i] = epsilon * std::abs(here_[i]);
    for (double& entry : y_) {
        const double kept = entry;
        entry += times * epsilon * kept;
        if (entry != kept) compare(t);
        entry = kept;
    }
    if (t != 0) compare(t + times * epsilon * t);
    return result_;
}

std::span<const double> RateRounding::of_projection(double t, const double* y) {
    std::ranges::fill(of_projection_, 0);
    if (!problem_.project) return of_projection_;
    for (std::size_t j = 0; j < problem_.size; ++j) {
        y_.assign(y, y + problem_.size);
        y_[j] += times * epsilon * y_[j];
        if (y_[j] == y[j] || !problem_.project(t, y_.data())) continue;
        for (std::size_t i = 0; i < problem_.size; ++i)
            of_projection_[i] += std::abs(y_[i] - y[i]) / times;
    }
    return of_projection_;
}

void RateRounding::compare(double t) {
    problem_.rate(t, y_.data(), beside_.data());
    for (std::size_t i = 0; i < result_.size(); ++i) {
        const double by = std::abs(beside_[i] - here_[i]) / times;
        result_[i] += std::isfinite(by) ? by : std::numeric_limits<double>::infinity();
    }
}

}  // namespace rattleback
