// New coordinates, as somebody gives them: old ones as formulas of new ones.
//
//     coordinate_map(skate, {{"x", "r*cos(theta)"}, {"y", "r*sin(theta)"}})
//
// Each name that the model does not know is a new coordinate; they take the places of the old ones in the
// order in which they are met. A name that the model gives to something else is refused.
#pragma once

#include <span>

#include "geometry/coordinate_map.hpp"
#include "rattleback/requests.hpp"

namespace rattleback {

// Throws RequestError for what are no coordinates, and ModelError for what cannot be read.
CoordinateMap coordinate_map(const System& system, std::span<const NewValue> old);

}  // namespace rattleback
