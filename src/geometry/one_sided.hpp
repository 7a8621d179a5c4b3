// Constraints that hold on whole regions of states: inequalities that are written as equations.
//
//     max(0, x') = 0                   wherever x' < 0
//     |x'| = x'                        wherever x' > 0
//     max(0, x)·(x' − y') = 0          wherever x < 0
//     |x' − 1| + |x' − 2| = 1          wherever 1 < x' < 2
//
// Between the zeros of the u in |u|, sign u and √(u²), which have a side there, |u| = s u, a constraint is
// one smooth formula. Where that is identically zero all states satisfy the constraint: it determines
// neither acceleration nor reaction. That a formula is zero is decided by exact algebra; which sides there
// are, by a walk along the axes, from one region to the next, with the numbers of the model. Regions
// between zeros of arguments that are linear in each variable are not missed for being narrow; others
// may be.
#pragma once

#include <optional>

#include "exact/answer.hpp"
#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

// Where the constraint restricts nothing, in words: "wherever x' < 0"; nothing where there is no such
// region.
std::optional<Sentence> region_without_restriction(const System& system,
                                                   const Constraint& constraint);

}  // namespace rattleback
