// Every choice of one affine branch for each constraint: the sets of affine constraints on which motions
// run. One choice may open the next: v₂ × v₃ = 0 is no product beside v₁ ⟂ P₁P₂ and v₁ × v₂ = 0, but it
// is one on the branch v₂ ⟂ P₁P₂ of that. A constraint that holds on all of a set says nothing there; one
// that is nonlinear on some set is in none.
#pragma once

#include "expr/sentence.hpp"
#include "geometry/branches.hpp"

namespace rattleback {

struct BranchSet {
    Sentence branch = {};  // in words; empty where there is no choice
    std::vector<Constraint> constraints = {};
};

struct BranchSets {
    std::vector<BranchSet> sets;
    std::vector<std::size_t> nonlinear;  // constraints that no set contains
};

// A constraint by its branches.
struct BranchedConstraint {
    std::size_t constraint;
    std::vector<Branch> branches;
    std::optional<std::size_t> wanted = {};  // the only one that is asked for
};

BranchSets branch_sets(const System& system, const std::vector<BranchedConstraint>& constraints,
                       const Limits& limits);

}  // namespace rattleback
