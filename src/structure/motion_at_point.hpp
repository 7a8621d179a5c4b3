// The motion at one exact state, with rigorous bounds: a proof where no closed form is in reach.
//
// The core system  M a = f + Nᵀμ, A a + β = 0  is enclosed by balls at a random exact point of the
// constraint manifold (t, q, z rational, v = ψ) and solved by ball arithmetic. A quantity of the
// motion whose ball does not contain zero is not identically zero: energy that is not conserved,
// accelerations that reversal changes. That something is zero cannot be shown in this way.
#pragma once

#include <vector>

#include "exact/ball.hpp"
#include "structure/constraint_manifold.hpp"

namespace rattleback {

struct MotionAtPoint {
    std::vector<Ball> accelerations;
    std::vector<Ball> multipliers;
    std::vector<Ball> others;  // values of the expressions that were asked for
};

// `others` are in t, q and v. Nothing when no point was found where everything has a value and the
// system is certainly regular. The same seed gives the same point.
std::optional<MotionAtPoint> motion_at_point(const CoreSystem& core,
                                             const ConstraintManifold& manifold,
                                             const ExprVector& others, std::uint64_t seed = 1);

// Σ aᵢbᵢ, enclosed.
Ball inner_product(const std::vector<Ball>& a, const std::vector<Ball>& b);
Ball sum(const Ball& a, const Ball& b);
bool is_certainly_not_zero(const Ball& ball);
// Whether two enclosed numbers are certainly different.
bool differ(const Ball& a, const Ball& b);

}  // namespace rattleback
