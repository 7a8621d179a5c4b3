// Constraints of second order, and motion as geodesics [D].
//
// Ideal constraints C_(ν)i(t, q, v) aⁱ + C_(ν)(t, q, v) = 0 [D 1] and the metric g of the kinetic
// energy give D vⁱ/dt = aⁱ + {i ks} vᵏvˢ = Qⁱ + μ_(ν) C_(ν)ⁱ [D 3], with the multipliers
//
//     μ = (C_i {i ks} vᵏvˢ − C_i Qⁱ − C)/(CʳC_r)                  one constraint          [D 5]
//     μ_(ν) = C_(ν)i ({i ks} vᵏvˢ − Qⁱ) − C_(ν)                   orthonormal ones        [D 6]
//
// and the motion is the geodesic aʳ = −Γʳ_ks vᵏvˢ of a connection of geometry/connection.hpp: (8)
// or (17) where there is no force and every C_(ν) is a quadratic form in v (Theorems I and III),
// the semi-symmetric (11) with Q̄ = Q + R otherwise (Theorem II, §3.4). Several constraints are
// orthonormalized first, (C_i, C) together.
//
// Positional and kinematic constraints take part by their time derivatives, so this is a form of
// the equations for every ideal system whose L is quadratic in the velocities; t may occur. It
// writes out gⁱʲ and n³ coefficients: for many coordinates prefer lagrange_multipliers. The
// equations are singular where the C_(ν) become dependent.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

Equations second_order(const System& system);
Refusal second_order_refusal(const System& system);

}  // namespace rattleback
