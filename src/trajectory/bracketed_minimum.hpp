// Where a function falls to zero between two points between which it is lower.
//
// Golden sections close in on the minimum of f between a and b. What is wanted is only whether it
// lies at zero or below: the first such point is returned, else the lowest that was found.
#pragma once

#include <numbers>

namespace rattleback {

struct Lowest {
    double x, value;
};

template <typename Function>
Lowest lowest_or_zero(const Function& f, double a, double b, double tolerance) {
    constexpr double ratio = 1 / std::numbers::phi;
    const auto at = [&](double x) { return Lowest{x, f(x)}; };
    Lowest left = at(b - ratio * (b - a)), right = at(a + ratio * (b - a));
    while (left.value > 0 && right.value > 0 && b - a > tolerance) {
        if (left.value <= right.value) {
            b = right.x;
            right = left;
            left = at(b - ratio * (b - a));
        } else {
            a = left.x;
            left = right;
            right = at(a + ratio * (b - a));
        }
    }
    return left.value <= right.value ? left : right;
}

}  // namespace rattleback
