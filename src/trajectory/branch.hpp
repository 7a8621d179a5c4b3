// Constraints that are products: the branch on which a motion runs.
//
// [B 8.4]: (ẋ cos φ + ẏ sin φ)·φ̇ = 0 says that one of two simpler constraints holds. Where both
// factors vanish the gradient of the product does too, and the motion is not unique. The rule here: a
// motion stays on the branch on which it begins, with the factor that vanishes there in the place of
// the product; the other factors become events: a state where one of them vanishes is a transition
// state, in which the motion could change its branch. Where it begins in one, the first of the factors
// that vanish is taken, and the note says so.
//
// A constraint that has no value there as it is written is taken without its denominators.
//
//     const BranchChoice choice = on_initial_branch(system);
//     const Trajectory trajectory = simulate(choice.system, derive(choice.system, form), options);
#pragma once

#include "model/system.hpp"

namespace rattleback {

struct BranchChoice {
    System system;                   // with the factors and the events in it
    std::vector<std::string> notes;  // what was taken: full sentences
};

// The system as it is, where no constraint is a product or the initial state is on no branch.
BranchChoice on_initial_branch(const System& system);

}  // namespace rattleback
