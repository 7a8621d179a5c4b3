// Sizes of things in a scene that the model gives none for, and boxes seen from above.
//
// A blade is a small part of the way; a plate reaches as far as what moves on it; a cylinder is as high
// as what moves in it. A body that has no extent in some direction, as a flat one whose inertia is
// Izz alone, is drawn thin there.
#pragma once

#include "pictures/scene.hpp"

namespace rattleback {

void choose_sizes(Scene& scene);

// Every box becomes the four segments of its outline.
void draw_outlines(Scene& scene);

}  // namespace rattleback
