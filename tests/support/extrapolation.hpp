// One step of y' = f(t, y) by extrapolation of the midpoint rule (Gragg, Bulirsch, Stoer), of order 16.
#pragma once

#include <functional>

#include "support/motion_oracle.hpp"

namespace rattleback::testing {

using TrueRate = std::function<Vector(Real t, const Vector& y)>;

struct ExtrapolatedStep {
    Vector y;
    Real error = 0;  // over tolerance · |y|; NaN where f had no value
};

ExtrapolatedStep extrapolated_step(const TrueRate& rate, Real t, const Vector& y, Real h,
                                   Real tolerance);

}  // namespace rattleback::testing
