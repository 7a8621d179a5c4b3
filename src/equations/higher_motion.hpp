// The motion under constraints of order p > 2: how their reactions, which belong to the state, go on.
//
//     M a = f + Aᵀ… + Σ μ N ,    Σ C_i q⁽ᵖ⁾ⁱ + c = 0
//
// With the multipliers μ of the higher constraints in the state (q, v, μ, μ', …, μ⁽ᵖ⁻³⁾) the
// accelerations a(t, q, v, μ) follow, by the other constraints if there are any; so do q''', …,
// q⁽ᵖ⁻¹⁾, each the derivative of the one before along
//
//     q → v ,  v → a ,  μ → μ' → μ'' → …
//
// In q⁽ᵖ⁾ the rate of the last, μ⁽ᵖ⁻²⁾, occurs linearly, with the coefficients ∂a/∂μ. So the
// constraints are a linear system for it, K μ⁽ᵖ⁻²⁾ = r with K = C ∂a/∂μ, which is C M⁻¹Cᵀ where all
// is ideal and there are no other constraints. Where K is singular they do not say how their
// reactions go on. Nothing is to be held along the run: of such a state the constraint asks nothing.
//
// `with_higher_constraints` adds this to the equations of any form that derives M a = f with the
// reactions of the state in f (geometry/core_system.hpp).
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

struct HigherMotion {
    ExprVector latent;                    // of the state: μ, μ', … of each constraint in turn
    ExprVector rates;                     // their derivatives by time, as symbols
    std::vector<ExprVector> derivatives;  // q'', q''', …, q⁽ᵖ⁻¹⁾ in t, q, v and latent
    ExprVector residuals;                 // of the constraints, in these and in rates
    ExprMatrix matrix;                    // matrix · rates = right
    ExprVector right;
};

// Throws DerivationError where the accelerations have no closed form, or K is singular everywhere.
HigherMotion higher_motion(const System& system);

// The same equations where there are no such constraints.
Equations with_higher_constraints(const System& system, Equations equations);

}  // namespace rattleback
