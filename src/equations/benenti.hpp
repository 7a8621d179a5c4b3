// Benenti's dynamical equations: the normal form in auxiliary variables.
//
//     dq/dt = ψ(t, q, z) ,    G ż = Ψᵀ (f(t, q, ψ) − g σ) ,    G = Ψᵀ g Ψ
//     Ψ = ∂ψ/∂z (columns ψ_α) ,    σ = (∂ψ/∂q) ψ + ∂ψ/∂t ,    g = ∂²L/∂v∂v
//
// [Benenti, Theorem 1], by his nine steps, with the term −g σ that (17), (18) and (43)–(45) leave
// out: without it Chaplygin's sleigh keeps a constant spin, which is false. Step 4 is shown both as
// it must be and as printed. G is positive definite where g is, and the constraints hold exactly,
// whatever the integrator does. Where the reaction vanishes on a space W other than that of the
// virtual displacements, the left factors Ψᵀ are a basis of W instead; G is then not symmetric.
//
// Without a closed form ψ the same equations hold locally, in all velocities: see reduced_motion.
// Constraints of second order are not of this kind.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

Equations benenti(const System& system);
Refusal benenti_refusal(const System& system);

}  // namespace rattleback
