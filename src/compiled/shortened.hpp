// Equations with less arithmetic, exactly equal.
//
// Formulations are derived without simplification, and their matrix and right side may hold
// m·cos²θ + m·sin²θ for m. Here every entry is simplified (exact/simplify.hpp), and what has the
// fewest operations is kept: all as it was, the matrix simplified, the right side, or both. A matrix
// that could be eliminated without pivots stays one that can: e and −e are simplified alike.
//
// A matrix that is symmetric, but written differently on both sides of its diagonal, is first written
// alike, with a proof: so it can be eliminated without pivots.
//
// Systems beyond `largest_to_shorten` nodes are not simplified: there the time is better spent
// elsewhere. Small ones take some milliseconds.
#pragma once

#include "equations/equations.hpp"

namespace rattleback {

inline constexpr std::size_t largest_to_shorten = 400;

Equations shortened(const Equations& equations);

}  // namespace rattleback
