// Do brackets reach every direction in every configuration, and not only in almost every one?
//
// Chow and Rashevskii: on a connected manifold every configuration can be reached from every other
// where the brackets of the fields span all directions everywhere. The generic growth vector does not
// say that: under z' = z y x' it is (2, 3), but all brackets vanish at z = 0, and the sign of z is kept.
//
// Here fields of D are cleared of their divisors, brackets are taken as far as growth goes and once
// more, and all of them together, as rows of M, span everything where
//
//     det MᵀM = Σ (minors of M)² ≠ 0
//
// which the bounds of range.hpp show, or do not: then nothing is known. A factor of parameters alone
// does not count: where it vanished growth would not be full anywhere.
#pragma once

#include "geometry/distribution.hpp"
#include "model/system.hpp"

namespace rattleback {

// Proved; false says nothing. The manifold is the space of all values of the coordinates.
bool grows_fully_everywhere(const Distribution& d, const LieFlag& generic,
                            const std::vector<Parameter>& parameters, const Limits& limits);

}  // namespace rattleback
