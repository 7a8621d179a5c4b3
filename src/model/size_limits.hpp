// How large a model may be.
//
// What a derivation takes grows with the third power of the number of coordinates and more, whatever
// their formulas: beyond these sizes there is no answer in a time that anybody waits, and nothing is
// begun. A limit that is met names the first thing beyond it.
//
// Formulas count by their parts, in which equal ones are one: each is differentiated by every
// coordinate and velocity, twice.
#pragma once

#include <cstddef>

#include "model/system.hpp"

namespace rattleback {

inline constexpr std::size_t most_coordinates = 200, most_constraints = 200, most_frames = 250,
                             most_of_a_kind = 1000;
inline constexpr std::size_t most_parts = 200'000;
// The parts of the formulas times the square of the number of coordinates.
inline constexpr double most_derivatives = 5e7;

// Throws ModelError where there is too much of something in the file.
void check_counts(const Description& description);
// The same of what it means.
void check_formulas(const System& system);

}  // namespace rattleback
