// Integrals over an interval, of several functions at once.
//
//     add_integral(f, a, b, tolerance, sum);       sum += ∫ₐᵇ f(t) dt
//
// Gauss–Legendre with eight points, compared with four; where they differ by more than the tolerance
// the interval is halved, as far as the limits allow. What is returned is the sum of the differences
// that were left: the error of the four points, and so an estimate of that of the eight which is far too
// large where f is smooth. It is infinite where f has no finite value at a point, or work ran out.
#pragma once

#include <span>

#include "trajectory/function_ref.hpp"

namespace rattleback {

struct QuadratureLimits {
    int halvings = 10;               // of one place
    std::size_t intervals = 10'000;  // that are looked at
};

// f(t, values) writes as many values as `sum` has.
double add_integral(FunctionRef<void(double, std::span<double>)> f, double a, double b,
                    double tolerance, std::span<double> sum, const QuadratureLimits& limits = {});

}  // namespace rattleback
