// The start of a model in other coordinates: Q₀ with φ(0, Q₀) = q₀, and V₀ = J⁻¹ (v₀ − ∂φ/∂t).
//
// Where φ is affine in the new coordinates this is solved exactly, with the model's letters. Else
// Newton's method finds Q₀ in numbers, from many places; of several solutions, as r and −r, that with
// the fewest negative numbers is taken, and of these the smallest. Numbers near simple ones (5/4, π/3)
// are these, where exact algebra proves it. Variables of a parametrization and latent ones are what
// they were.
#pragma once

#include <vector>

#include "geometry/coordinate_map.hpp"

namespace rattleback {

// What is not 0, as formulas by name. Throws NumericalError where the coordinates are singular at the
// start, or have no values there.
std::vector<Assignment> start_in_coordinates(const System& system, const CoordinateMap& map);

}  // namespace rattleback
