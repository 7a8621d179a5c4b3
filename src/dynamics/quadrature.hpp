// Integrals over an interval, of several functions at once.
//
//     add_integral(f, a, b, tolerance, sum);       sum += ∫ₐᵇ f(t) dt
//
// Gauss–Legendre with eight points, compared with four; where they differ by more than the tolerance
// the interval is halved.
#pragma once

#include <span>

#include "trajectory/function_ref.hpp"

namespace rattleback {

// f(t, values) writes as many values as `sum` has.
void add_integral(FunctionRef<void(double, std::span<double>)> f, double a, double b,
                  double tolerance, std::span<double> sum);

}  // namespace rattleback
