// The system that a run is made of: its branch, its numbers and its start.
//
// Constraints may be products, and then a motion runs on one branch of them.
//
// [B 8.4]: (ẋ cos φ + ẏ sin φ)·φ̇ = 0 says that one of two simpler constraints holds. Where both
// factors vanish the gradient of the product does too, and the motion is not unique. The rule here: a
// motion stays on the branch on which it begins, with the factor that vanishes there in the place of
// the product; the other factors become events: a state where one of them vanishes is a transition
// state, in which the motion could change its branch. Where it begins in one, the first of the factors
// that vanish is taken, and the note says so; or, where the model says branch = "gauss", the one whose
// motion has the least constraint (least_constraint.hpp). A branch that the model names is taken before
// anything is completed, so that the start is on it or is refused. The branches are those beside the
// affine constraints (geometry/branches_beside.hpp): one that is taken may split the next one. The start is the one that the run has, with the values
// that are completed (initial_state.hpp). Numbers for which the constraints are of another kind than
// with letters are put in (geometry/special_numbers.hpp).
//
// A constraint that has no value there as it is written is taken without its denominators.
//
//     const BranchChoice choice = on_initial_branch(system);
//     const Trajectory trajectory = simulate(choice.system, derive(choice.system, form), options);
#pragma once

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct BranchChoice {
    System system;    // with the factors and the events in it
    Sentences notes;  // what was taken: full sentences
};

// On the branches that the model names by number or equation. Throws ModelError where there are none.
BranchChoice on_wanted_branches(const System& system);

// The system, with letters and its start completed, on the branches of those products that are products
// only beside other constraints, and of those that start on several of theirs: formulas with all branches
// say nothing at such a state.
BranchChoice on_open_branches(const System& system);

// The system with its start completed; else as it is, where no constraint is a product or the initial
// state is on no branch, and no number is special.
BranchChoice on_initial_branch(const System& system);

}  // namespace rattleback
