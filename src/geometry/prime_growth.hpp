// Growth vectors by evaluation: brackets of fields as numbers of a prime field, at one point.
//
// The fields of D = ker ω are solved for at points that are displaced by nilpotent amounts
// (prime_frame.hpp). [X, Y] = DY·X − DX·Y then needs Y at q + εX and X at q + εY: no bracket is ever
// written as an expression. Brackets of few fields are taken so; where the flag goes on, chains of
// brackets (prime_chains.hpp) follow it as deep as it goes, for a snake of twenty links in a second;
// and where these do not span it, brackets of more fields, as far as the work allows.
//
// A rank at a point is at most the rank in general. So each entry of the growth vector at a faithful
// random point is a proof that D grows at least so far: one that reaches the dimension of the
// manifold proves that near almost every configuration nothing is kept constant. That it grows no
// faster is certified, by several points.
#pragma once

#include <optional>

#include "geometry/distribution.hpp"

namespace rattleback {

// At a generic point; `integrable` stays empty, only its rank is found. Nothing where a function has
// no values of this kind, or where it would take too long.
std::optional<LieFlag> lie_flag_by_evaluation(const Distribution& d, std::uint64_t seed = 1);

// At a point that gives exact values to all coordinates; the growth of the generic flag says where
// brackets may be left out. Throws NumericalError where the forms are dependent at the point.
std::optional<PointGrowth> growth_by_evaluation(const Distribution& d, const LieFlag& generic,
                                                std::span<const Replacement> point,
                                                std::uint64_t seed = 1);

}  // namespace rattleback
