// Whether f goes on through a place where a denominator vanishes.
//
// sin(x)/x has no value at x = 0 and is not singular there: what counts is f, not how it is written.
// Along the polynomial y(θ) of a step f is looked at before and behind the place, ever nearer to it,
// at θ ± 4⁻ᵏ. Where f has one limit, as ε^p with any p > 0 has, the differences of neighbours and of
// the two sides shrink from one k to a later one; at a pole they grow, at a logarithm the former stay,
// at a jump the latter. What would change y by less than the tolerance within the step is nothing.
#pragma once

#include "trajectory/dense_output.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

bool is_removable(const OdeProblem& problem, const Segment& step, double theta, double rtol);

}  // namespace rattleback
