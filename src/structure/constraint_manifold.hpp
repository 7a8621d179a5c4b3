// The states that the constraints allow, as substitutions; and the motion on them in closed form.
//
// A statement about motions, such as R·v = 0, need only hold where the constraints do. There the
// velocities are v = ψ(t, q, z), with z some of the velocities if the constraints can be solved so,
// else the auxiliary variables of geometry/parametrization; and with positional constraints some
// coordinates are functions of the others. An expression that vanishes after these substitutions
// vanishes on the constraints, on the branch that `branch` names.
//
// The motion in closed form solves the core system  M a = f + Nᵀμ, A a + β = 0  by exact algebra,
// on the manifold. That is for small systems: beyond its limits there is no closed form, and those
// who ask say so.
#pragma once

#include "exact/answer.hpp"
#include "expr/sentence.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {

struct ConstraintManifold {
    std::vector<Replacement> positions;   // coordinate → function of t and the other coordinates
    std::vector<Replacement> velocities;  // velocity → ψ(t, q, z)
    ExprVector z;
    Sentence branch;    // in words, when there was a choice
    Sentence left_out;  // why some constraints could not be solved for; empty: all were

    bool is_whole() const { return left_out.empty(); }
    Expr on(const Expr& e) const;
    ExprVector on(const ExprVector& e) const;
    ExprMatrix on(const ExprMatrix& e) const;
};

ConstraintManifold constraint_manifold(const System& system);

// Is the expression zero wherever the constraints hold? No counts only where the manifold is whole.
Answer vanishes_on(const ConstraintManifold& manifold, const Expr& e,
                   const Limits& limits = interactive_limits);

// The core system with all constraints; those given only by v = ψ(t, q, z) are the rows that
// annihilate ∂ψ/∂z, and then A, β and N are functions of t, q and z.
CoreSystem whole_core_system(const System& system);

struct ClosedMotion {
    ExprVector accelerations;  // a(t, q, z)
    ExprVector multipliers;    // μ
    ExprVector reactions;      // R = Nᵀμ
};
// Nothing when it is too large, or when A M⁻¹Nᵀ is singular all over the manifold.
// Of all reactions, those of constraints of higher order included, by rows.
ExprMatrix reaction_directions(const System& system);

std::optional<ClosedMotion> closed_motion(const System& system, const ConstraintManifold& manifold,
                                          const Limits& limits = interactive_limits);
std::optional<ClosedMotion> closed_motion(const CoreSystem& core,
                                          const ConstraintManifold& manifold,
                                          const Limits& limits = interactive_limits);

}  // namespace rattleback
