// The free motion: what the system does without its constraints.
//
//     M a = f ,    M = ∂²L/∂v∂v ,    f = ∂L/∂q − (∂²L/∂v∂q) v − ∂²L/∂v∂t + F
//
// The reactions of constraints of higher order are part of the state, and of f: M a = f holds with them.
#pragma once

#include "model/system.hpp"

namespace rattleback {

struct FreeMotion {
    ExprMatrix mass;   // M
    ExprVector force;  // f
};
FreeMotion free_motion(const System& system);

// Σ μ N of the constraints of higher order; empty where there are none.
ExprVector latent_reaction(const System& system);

}  // namespace rattleback
