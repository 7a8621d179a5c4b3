// The least value of a function between two points, where it falls and then rises.
//
// Golden sections close in on the minimum of f between a and b until they are as near as the
// tolerance. Near its minimum f is flat: the place is known to half the digits of f at best.
#pragma once

#include <numbers>

namespace rattleback {

struct Lowest {
    double x, value;
};

template <typename Function>
Lowest lowest_point(const Function& f, double a, double b, double tolerance) {
    constexpr double ratio = 1 / std::numbers::phi;
    const auto at = [&](double x) { return Lowest{x, f(x)}; };
    Lowest left = at(b - ratio * (b - a)), right = at(a + ratio * (b - a));
    while (b - a > tolerance) {
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
