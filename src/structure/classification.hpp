// What the constraints are: each by itself, and all together.
//
// Of each constraint: its order; linear, affine, homogeneous of degree d or truly nonlinear in the
// velocities; a product of simpler ones, so that motion has branches [B 8.4]; linear in disguise
// [B 8.1], by itself or once the affine constraints beside it are used; explicit; depending on time;
// integrable alone or not. Of the set: redundant and inconsistent constraints, the growth vector,
// the integrable part and its integrals, per choice of branches; Chaplygin type.
//
// A constraint may be another with the numbers of the model than with letters: see scope.hpp.
//
// All of it is exact. What is decided, and what is not, is said by the headers that this one puts
// together: branches, relations, integrability, chaplygin_type. Whatever was too large says so.
#pragma once

#include "expr/sentence.hpp"
#include "geometry/branches.hpp"
#include "structure/chaplygin_type.hpp"
#include "structure/integrability.hpp"
#include "structure/relations.hpp"
#include "structure/scope.hpp"

namespace rattleback {

struct BranchClass {
    Branch branch;
    std::optional<Integrability> alone;  // when the branch is affine
};

struct ConstraintClass {
    Constraint constraint;  // with order, dependence, degree and explicit_for
    bool depends_on_time = false;
    std::vector<BranchClass> branches;  // one, unless it is a product; none of second order
    bool with_the_others = false;  // the branches are those on the affine constraints beside it
    std::optional<std::size_t> wanted = {};  // the branch that the model names
    bool undecided = false;                  // looking for branches was too large
    Sentence inequality_where = {};          // where it restricts nothing; else empty
    Sentences sentences;

    bool is_affine() const;
    bool is_product() const { return branches.size() > 1; }
    // Its one branch is not what is written: a power, or several equations.
    bool is_disguised() const { return branches.size() == 1 && branches[0].branch.is_disguised(); }
    bool is_linear_in_disguise() const;  // nonlinear as written, and one affine branch
    bool is_impossible() const;          // no real velocity satisfies it
    bool leaves_no_motion() const { return is_impossible() || !inequality_where.empty(); }
    Answer is_integrable() const;  // alone
};

// The affine constraints together, on one choice of branches of the others.
struct SetClass {
    Sentence branch;  // in words; empty when there is no choice
    Integrability together;
    bool can_hold = true;  // false: its equations contradict each other, and there is no integral
};

struct Classification {
    std::vector<ConstraintClass> constraints;
    Relations relations;
    std::vector<SetClass> sets;          // none when inconsistent, or when nothing is affine
    std::vector<std::size_t> nonlinear;  // constraints that no set contains
    ChaplyginType chaplygin;
    Sentences higher = {};  // on constraints of order three and more
    ValueScope scope = {};
    Sentences sentences() const;  // all of them, in reading order
    // Those that are not about the initial state.
    Sentences general_sentences() const;
};

Classification classification(const System& system, const Limits& limits = interactive_limits);

}  // namespace rattleback
