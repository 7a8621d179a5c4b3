// The Boltzmann–Hamel equations: Lagrange's, in quasi-velocities.
//
//     d/dt ∂L*/∂u_r − Σᵢ V_ir ∂L*/∂qᵢ + Σ_a Σ_s γ^a_rs u_s ∂L/∂u_a = Σᵢ V_ir Fᵢ ,   r = 1 … m
//
// The n quasi-velocities u_a = Σᵢ W_ai(t, q) vᵢ + w_a(t, q) are chosen so that the last k are the
// constraints and vanish; the first m are the speeds. L* is L in terms of them. Solved for the
// velocities, v = V_0 + Σ_s u_s V_s on the constraints. The Hamel coefficients say how the vector
// fields V_r fail to commute:
//
//     [V_r, V_s] = Σ_a γ^a_rs V_a ,   γ^a_rs = Σ_ij (∂W_ai/∂q_j − ∂W_aj/∂q_i) V_ir V_js
//
// a runs over all n, since ∂L/∂u_a does not vanish with u_a; but r and s only over 1 … m, and over
// 0 with u_0 = 1 for affine and moving constraints, where V_0 carries time: [V_r, V_0] is taken
// with ∂/∂t in V_0. Since Σ_a γ^a_rs ∂L/∂u_a = Σᵢ ∂L/∂vᵢ [V_r, V_s]ᵢ, the fields V_{m+1} … V_n, that is
// the inverse of W, are never needed.
//
// Source: Boltzmann 1902, Hamel 1904; signs as in Neimark and Fufaev. Not for constraints that are
// nonlinear in the velocities: then V depends on u and there are no such coefficients.
#pragma once

#include "equations/equations.hpp"
#include "equations/hypotheses.hpp"

namespace rattleback {

Equations boltzmann_hamel(const System& system);
Refusal boltzmann_hamel_refusal(const System& system);

}  // namespace rattleback
