// The system that a run is made of, with the constraints that are linear in disguise written plainly.
//
// (ẋ − ẏ)² = 0 says ẋ = ẏ, and ẋ² + ẏ² = 0 says ẋ = ẏ = 0; as they are written their gradient vanishes
// where they hold, so that neither reaction nor acceleration would be determined. What they say is put
// in their place, as the numbers of the model have it, and a note tells it; `check` calls it a fault of
// the model all the same. What holds wherever the other constraints do is left out
// (implied_constraints.hpp). The rest is done by trajectory/branch.hpp.
#pragma once

#include "trajectory/branch.hpp"

namespace rattleback {

BranchChoice run_branch(const System& system);

// Only the first part.
BranchChoice undisguised(const System& system);

}  // namespace rattleback
