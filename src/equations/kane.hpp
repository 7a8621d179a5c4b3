// Kane's equations: active and inertia forces along the partial velocities.
//
//     F_r + F*_r = 0 ,   r = 1 … m
//     F*_r = −Σ_ν m_ν r̈_ν · ∂ṙ_ν/∂u_r ,   F_r = Σ_ν A_ν · ∂ṙ_ν/∂u_r
//
// u_1 … u_m are the generalized speeds, v = ψ(t, q, u); ∂ṙ_ν/∂u_r is the partial velocity of particle ν,
// a vector in space, and r̈_ν its acceleration with the constraints put in, affine in u̇. No energy
// is differentiated: the products with the partial velocities are all. Generalized forces and a
// potential, which belong to no particle, act through the partial velocities of the coordinates:
// F_r gains Σᵢ (Fᵢ − ∂V/∂qᵢ) ∂ψᵢ/∂u_r.
//
// What has inertia and is no particle (a kinetic energy written down, a rigid body) has the
// generalized inertia force of its part T' of the kinetic energy,
//
//     F*_r = −Σᵢ (d/dt ∂T'/∂vᵢ − ∂T'/∂qᵢ) ∂ψᵢ/∂u_r
//
// Source: Kane and Levinson, Dynamics, 1985, §4.11 and §6.1. Not for constraints that are not
// ideal, nor of second order. Without particles this is Maggi's projection.
#pragma once

#include "equations/equations.hpp"
#include "equations/hypotheses.hpp"

namespace rattleback {

Equations kane(const System& system);
Refusal kane_refusal(const System& system);

}  // namespace rattleback
