// A rigid body in a random system, and the same body as six particles.
//
// Two equal masses on each axis, at ±a from the centre of mass, have the mass and the inertia of a body.
// What the model file says of frames, bodies, gravity and a knife edge is said again by the positions of
// the particles and by one constraint, in texts that the program has no part in.
#pragma once

#include "random/random_model.hpp"

namespace rattleback::testing {

// Three coordinates or more: a place, and angles about one or two axes.
void add_body(RandomSource& random, RandomModel& to);

// The model with particles in the place of the body.
ModelText body_as_particles(const RandomModel& of);

}  // namespace rattleback::testing
