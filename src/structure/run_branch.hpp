// A model as it is understood before anything is done with it, and the notes that tell so.
//
// (ẋ − ẏ)² = 0 says ẋ = ẏ, ẋ² + ẏ² = 0 says ẋ = ẏ = 0, and x² + y² = 0 says x = y = 0; as they are
// written their gradient vanishes where they hold, so that neither reaction nor acceleration would be
// determined. What they say is put in their place, as the numbers of the model have it, and a note tells
// it, the same one in every verb. √(ẋ² + ẏ²) = 1 says ẋ² + ẏ² = 1, which has closed forms. A constraint that no
// real position or velocity satisfies is refused, and so is one that restricts nothing in a whole region, as
// max(0, ẋ) = 0 where ẋ < 0, and are constraints that agree only where an equation holds that nobody wrote. Initial values that
// the model does not name are completed, and what holds wherever the other constraints do is left out
// (implied_constraints.hpp).
//
// That is all for verbs that speak of the model with letters. For a run the numbers and the branch of
// the start are put in too (start/branch.hpp).
#pragma once

#include "expr/sentence.hpp"
#include "geometry/branches.hpp"
#include "start/branch.hpp"

namespace rattleback {

// Whether a constraint on positions is satisfied by none, as x² + y² = −1.
bool holds_nowhere(const System& system, const Constraint& constraint);
// What is said of a constraint that nothing satisfies.
Sentence impossible(const Constraint& constraint);
// What is said of one that all states of a region satisfy (geometry/one_sided.hpp).
Sentence is_inequality(const Constraint& constraint, const Sentence& region);

// That a constraint is read as the equations of its one branch.
Sentence read_as(const Constraint& constraint, const Branch& branch);

// What the constraints say in their place, and nothing else.
BranchChoice undisguised(const System& system);

// What is said of the branches that are taken where the constraints alone do not decide it: those that
// the model names, and those of on_open_branches (start/branch.hpp).
Sentences branch_notes(const System& system);

// All throw NumericalError where no real position or velocity satisfies a constraint, or all of them, and
// where one is an inequality.
// A product keeps all of its branches, even where the start is on several of them.
BranchChoice on_all_branches(const System& system);
BranchChoice understood(const System& system);
BranchChoice run_branch(const System& system);

}  // namespace rattleback
