// Motion in as many speeds as there are degrees of freedom: the accelerations that the constraints
// allow are
//
//     a = Ψ ż + σ ,    Ψ = ∂ψ/∂z ,    σ = (∂ψ/∂q) ψ + ∂ψ/∂t        when v = ψ(t, q, z)
//
// The state is then (q, z) and the constraints hold by construction. Where a nonlinear constraint
// b(t, q, v) = 0 cannot be solved in closed form, the implicit function theorem still gives the
// same locally: with some velocities independent and the others, v_dep, functions of them,
//
//     z = v_ind ,   Ψ_dep = −(∂b/∂v_dep)⁻¹ ∂b/∂v_ind ,   σ_dep = −(∂b/∂v_dep)⁻¹ ((∂b/∂q) v + ∂b/∂t)
//
// and the state is (q, v), all velocities being kept. Constraints of second order restrict no
// velocity and are not treated.
#pragma once

#include <span>

#include "equations/equations.hpp"
#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct ReducedMotion {
    ExprVector z, z_rates;
    ExprVector psi;      // ψ; v itself in the local form
    ExprMatrix slope;    // Ψ, n × m
    ExprVector sigma;    // σ
    ExprVector inverse;  // z as functions of (t, q, v); empty where there is no formula
    std::vector<std::size_t> dependent;  // local form: coordinates whose velocities depend on z
    Sentences notes;                     // the branch taken, or why the form is local

    ExprVector accelerations() const;  // Ψ ż + σ
    // Expressions of (t, q, v), and of a, on the constraints: v = ψ, a = Ψ ż + σ.
    ExprVector on_constraints(const System& system, std::span<const Expr> expressions) const;
    ExprMatrix on_constraints(const System& system, const ExprMatrix& rows) const;
};

ReducedMotion reduced_motion(const System& system);

// The rows that test the motion: Ψᵀ where the constraints are ideal, otherwise a basis of the space
// W on which the reaction vanishes, on the constraints.
ExprMatrix test_rows(const System& system, const ReducedMotion& motion);

// The Equations whose dynamical part is matrix · ż = right; the local form gains the rows
// v̇_dep = Ψ_dep ż + σ_dep. Reactions, steps and notes are the caller's.
Equations equations_of(const System& system, const ReducedMotion& motion, const ExprMatrix& matrix,
                       const ExprVector& right);

// Why a system has no reduced motion; nothing when it has one.
Refusal reduced_motion_refusal(const System& system);

}  // namespace rattleback
