// The constraint manifold, parametrized: v = ψ(t, q, z).
//
// From the user's own ψ; or found: for linear and affine constraints, cleared of their denominators,
// a basis of ker A and one solution of A v + c = 0, exact and readable; for nonlinear ones each constraint is solved for a
// velocity in which it is linear or quadratic, on one named branch. `inverse` gives z back from
// (q, v) on the manifold.
//
// ExplicitForm is the special case z = some of the velocities: v_dep = α(t, q, v_ind).
#pragma once

#include <span>

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct Parametrization {
    ExprVector z;    // symbols: the user's, u1, u2 …, or velocities x'
    ExprVector psi;  // ψ, one per coordinate
    // z as functions of (t, q, v), one per z; empty for a nonlinear ψ of the user
    ExprVector inverse;
    Sentence branch;  // which solution was taken, in words; empty when there was no choice

    std::size_t size() const { return z.size(); }
    ExprVector z_rates() const;  // ż as symbols: u1', or x'' for a velocity x'
};

struct ExplicitForm {
    std::vector<std::size_t> independent, dependent;  // indices of coordinates
    ExprVector alpha;  // one per dependent velocity, in t, q and the independent velocities
    Sentence branch;
};

// Kinematic constraints, and positional ones differentiated once, are on the manifold; second-order
// ones are not constraints on velocities and are left out. Throws DerivationError with the reason
// when there is no closed form.
bool has_linear_velocities(const System& system);  // all of them linear or affine in v
ExprVector velocity_constraints(
    const System& system);  // b(t, q, v), one per constraint of order 0, 1
Parametrization parametrize(const System& system);
ExplicitForm explicit_form(const System& system);
// Solved for these velocities, where one of the constraints at least is nonlinear.
ExplicitForm explicit_form(const System& system, std::span<const std::size_t> dependent);

}  // namespace rattleback
