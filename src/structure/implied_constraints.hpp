// Constraints that follow from others where these hold, and only there.
//
// (2 + x)(x² + y² − 1) = 0 says nothing beside x² + y² = 1. But its gradient is a multiple of the other
// one only where both hold: as functions of all x and y the two are independent, and exact elimination
// keeps both. On the motion they are dependent at every state.
//
// v₁ × v₂ = 0 beside v₁ ⟂ P₁P₂ and v₂ ⟂ P₁P₂ is the same for velocities [B 8.1]: the gradient of the
// product lies in the span of the others only where these hold. A nonlinear constraint on velocities
// that vanishes identically on those that the affine ones allow is left out, whatever the state and the
// order in which they are written; never the affine one, which follows from it on one of its branches.
//
// b₃ = b₁ + f b₂ beside b₁ and b₂ = b₂₁ b₂₂ has dependent gradients everywhere, and forms leave it out. But
// on the branch b₂₁ = 0, which a run puts in the place of b₂, the gradient ∂b₁ + f b₂₂ ∂b₂₁ + f b₂₁ ∂b₂₂
// is dependent only where the motion is on it. So what repeats a constraint as it is written is left
// out when a branch takes its place; never an affine one, beside which the branch may have been found.
//
// The others are looked for where fewer rows (A, β) are independent at the completed start than beside
// it. Left out is what is proved to be a multiple of another one, or to vanish on the manifold of the
// others (constraint_manifold.hpp), the longest first: of φ and x φ = 0 the first is kept, which does
// not fail at x = 0. What is not proved to follow stays, and the state is singular. Constraints of
// second order and those of contacts, whose forces are asked for, stay too.
#pragma once

#include "structure/constraint_manifold.hpp"

namespace rattleback {

// Nonlinear ones that follow from the affine ones, in the order of the model.
std::vector<std::size_t> implied_by_affine(const System& system,
                                           const Limits& limits = interactive_limits);

// Of the constraints of a system in which branches stand for some of those that are written, those that
// repeat these.
std::vector<std::size_t> repeated_constraints(const System& on_branch, const System& written);

// All those to be left out, in the order of the model.
std::vector<std::size_t> implied_constraints(const System& system,
                                             const Limits& limits = interactive_limits);

// Whether a constraint on positions or velocities is proved to hold wherever those of a system do.
bool follows_from(const System& others, const Constraint& constraint, const Limits& limits);

// Which: in the order of the model, each once.
System without_constraints(const System& system, const std::vector<std::size_t>& which);

}  // namespace rattleback
