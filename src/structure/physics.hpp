// Is the model sound physics? What `check` reports, and `simulate` refuses.
//
//   singular mass matrix        which velocities have no inertia
//   negative masses             of particles and bodies; a kinetic energy that is not positive
//   impossible bodies           negative moments of inertia, moments beyond the triangle inequality
//   impossible constraints      no real position or velocity satisfies one of them
//   inequalities                written as equations, which restrict nothing in a whole region
//   inconsistent constraints    which contradict each other
//   redundant constraints       which follow from others; the motion is unique, its multipliers not
//   constraints in disguise     what they say, and are read as
//   numbers                     for which the model has no meaning, or a constraint says nothing
//   initial state               which constraints it violates, by how much, and the nearest state that
//                               satisfies them, in the metric of the kinetic energy
//   transversality              whether M a = f + Nᵀμ, A a + β = 0 has one solution at that state, with
//                               what is completed in it, and on the branch that the run takes
//
// Everything is said of the numbers of the model; of other values where these differ (scope.hpp).
#pragma once

#include "exact/answer.hpp"
#include "model/system.hpp"
#include "structure/finding.hpp"

namespace rattleback {

std::vector<Finding> findings(const System& system, const Limits& limits = interactive_limits);

// Those of them that tell how constraints are related: what contradicts or only sometimes agrees leaves
// no motion.
std::vector<Finding> relation_findings(const System& system,
                                       const Limits& limits = interactive_limits);

bool has_errors(const std::vector<Finding>& all);

}  // namespace rattleback
