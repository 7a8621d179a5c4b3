#include "dynamics/check_verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback {
namespace {

constexpr double rounding = 1e-12, benefit_of_rounding = 10;

// The last of what was seen in the first half of the run.
std::size_t half_of(const std::vector<double>& times) {
    const double middle = (times.front() + times.back()) / 2;
    const auto is_before = [&](double t) { return (t < middle) == (times.front() < middle); };
    const auto beyond = std::ranges::find_if_not(times, is_before);
    return beyond == times.begin() ? 0 : static_cast<std::size_t>(beyond - times.begin() - 1);
}

}  // namespace

// A method of fixed step has no tolerance to keep.
double Allowance::of(double reach, double size, double of_formula) const {
    if (rtol == 0 || std::isinf(times)) return std::numeric_limits<double>::infinity();
    return times * (reach + rtol * size) + rounding * size + benefit_of_rounding * of_formula;
}

MotionCheck judged(const Watch& watch, const Worst& worst, const Allowance& allowance) {
    MotionCheck check{to_text(watch.name()), watch, worst.value, worst.time,
                      allowance.of(worst.reach, worst.size, worst.rounding)};
    check.times = worst.times;
    check.deviations = worst.deviations;
    if (std::isnan(worst.value) && !watch.without_value.empty()) {
        check.watch.says = watch.without_value;
        return check;
    }
    if (std::isinf(check.allowed) || worst.times.empty()) return check;
    const std::size_t half = half_of(worst.times);
    double excess = 1;
    for (std::size_t i = 0; i < worst.times.size(); ++i) {
        const std::size_t known = std::max(i, half);
        const double allowed =
            allowance.of(worst.reaches[known], worst.sizes[known], worst.roundings[known]);
        if (!(worst.deviations[i] > excess * allowed)) continue;
        excess = worst.deviations[i] / allowed;
        check.largest = worst.deviations[i];
        check.time = worst.times[i];
        check.allowed = allowed;
    }
    const double tolerance = worst.reaches[half] + allowance.rtol * worst.sizes[half];
    check.decides = check.allowed * allowance.rtol <= decisive * tolerance;
    return check;
}

}  // namespace rattleback
