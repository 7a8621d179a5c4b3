// Polynomials in Bernstein's basis over a part of a step.
//
//     p(s) = Σ bⱼ C(n, j) sʲ (1 − s)ⁿ⁻ʲ ,    0 ≤ s ≤ 1
//
// The values of p lie between the smallest and the largest bⱼ, its slopes between the differences of
// neighbours, and so on; to cut the part is to take means of neighbours (de Casteljau).
#pragma once

#include <span>

#include "trajectory/interval.hpp"

namespace rattleback {

// The range of the derivative of this order by θ, over a part that has this width in θ.
Interval bernstein_range(std::span<const double> b, std::size_t order, double width);
// The left half goes to `left`, the right one takes the place of the whole.
void split_bernstein(std::span<double> whole, std::span<double> left);
// Cuts off what lies beyond a share of the whole, or before it.
void cut_bernstein_beyond(std::span<double> b, double share);
void cut_bernstein_before(std::span<double> b, double share);

}  // namespace rattleback
