// Masses, moments of inertia and the kinetic energy: are they those of bodies that can be made?
//
//   a negative mass             of a particle, or of a body; a hole may be one, so that it need not be
//                               a fault
//   moments of inertia          negative ones, and those beyond the triangle inequality, which no body
//                               of positive density has
//   the kinetic energy          at the initial state, as it is completed: the signs of the eigenvalues
//                               of M, each coordinate in units of its own
//
// Numbers are doubles, those of the model.
#pragma once

#include <vector>

#include "model/system.hpp"
#include "structure/finding.hpp"

namespace rattleback {

// Without the kinetic energy where a function of the model has no definition.
std::vector<Finding> mass_findings(const System& system);

// Whether all eigenvalues of M are positive there; true where they have no values.
bool mass_is_positive_at_start(const System& system);

}  // namespace rattleback
