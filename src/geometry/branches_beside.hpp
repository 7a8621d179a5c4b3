// The branches of one constraint of a system, with the affine constraints beside it.
//
// A nonlinear constraint that is no product by itself may be one where others hold: v₁ × v₂ = 0 with
// v₁ ⟂ P₁P₂ says v₁ = 0 or v₂ ⟂ P₁P₂ [B 8.1]. On the velocities that the affine constraints allow,
//
//     v = ψ(t, q, z) ,    z = χ(t, q, v) ,    b(t, q, ψ) = u·f₁(t, q, z)·f₂(t, q, z)… ,
//
// and the branches are fₖ(t, q, χ) = 0. They hold together with the affine constraints, and not
// without them. Both span the same rows: where the others do not vanish the gradient of b is, up to
// a factor, that of its factor plus gradients of the affine ones, so that the motion is the same. Where
// the chart of ψ fails at some state its denominators are cleared, and χ is taken of velocities moved
// onto the affine constraints: fₖ then restricts the motion wherever b does.
//
// A constraint that vanishes on all of these velocities says nothing, and is its own branch
// (structure/implied_constraints.hpp leaves it out).
#pragma once

#include <optional>

#include "geometry/branches.hpp"

namespace rattleback {

// Of constraint i. Throws TooLarge at the limits.
Branches branches_beside_others(const System& system, std::size_t i,
                                const Limits& limits = interactive_limits);

// Whether constraint i is nonlinear and proved to hold wherever the affine ones do.
bool follows_from_affine(const System& system, std::size_t i,
                         const Limits& limits = interactive_limits);

// Whether constraint i is nonlinear, has no velocity left where the affine ones hold, and is never zero
// there.
bool contradicts_affine(const System& system, std::size_t i);

// The branch that the model asks for by its number or its equation. Throws ModelError at the place of
// the wish where there is no such branch; nothing where the model does not ask.
std::optional<std::size_t> wanted_branch(const System& system, std::size_t i,
                                         const Branches& branches);

}  // namespace rattleback
