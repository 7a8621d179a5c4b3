// Constraints of second order told by the forces that they exert [D Theorem IV].
//
//     F̃_νi (aⁱ − a_freeⁱ) = 0 ,    M a_free = f + Σ F̃_ν
//
// are the ideal constraints that exert the forces F̃_ν on a free system with M a = f: a = a_free meets
// them with every multiplier +1, and where the F̃_ν are independent nothing else does. All of them stand
// in the a_free of each. Where a force vanishes, or is a sum of the others, its equation says nothing
// new. A force is a sum in many ways, so that the constraints are not unique [D §4 (b)].
#pragma once

#include <optional>

#include "model/free_motion.hpp"

namespace rattleback {

// One equation for each force; `motion` has all of them in its f. Nothing where M is singular.
std::optional<std::vector<Equation>> exerting_equations(const ExprMatrix& forces,
                                                        const FreeMotion& motion,
                                                        const System& system);

}  // namespace rattleback
