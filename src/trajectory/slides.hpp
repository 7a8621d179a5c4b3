// Where and when a motion was held on surfaces, as a run keeps it and tells it.
//
// The times at which one set of surfaces held it follow each other without a gap as long as phases change
// for other reasons: they are one slide. What is short beside the run is not told; a long run, which
// pauses, keeps the first and the last of the others.
#pragma once

#include "trajectory/phases_so_far.hpp"
#include "trajectory/switches.hpp"

namespace rattleback {

// Surfaces and norms by their numbers, from the time `began` on.
void add_slide(const std::vector<std::size_t>& where, double began, double until,
               std::vector<Slide>& slides);

// At a pause of the run, or at its end.
void drop_slides_at_pause(double now, PhasesSoFar& so_far);
void drop_slides_at_end(double now, PhasesSoFar& so_far);

// A few of those that are left, and how many there are besides.
Sentences slide_sentences(const PhasesSoFar& so_far, const SwitchedSystem& switched);

}  // namespace rattleback
