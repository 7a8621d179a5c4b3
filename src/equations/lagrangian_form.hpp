// The Lagrangian form, and motions as fields on TQ.
//
//     ω_L = d(p_j dqʲ) ,    p = ∂L/∂v                                                  [S 6, Remark 2]
//     ω_L(X_L, ·) = −dE_L ,    ω_L(X_U, ·) = −dE_L + F ,    E_L = p·v − L                [S 7, 10, 11]
//
// In the coordinates (q, v) of TQ, ω_L(X, Y) = Xᵀ Ω Y with the blocks
//
//     Ω = ( ∂p_j/∂qⁱ − ∂p_i/∂qʲ   −M )
//         (          M             0 )
//
// X_L moves the free system without its forces F beside L, X_U with them, and X_R the constrained one
// [S 16]. Each is special: its first half is v, the second half the accelerations.
#pragma once

#include "equations/equations.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {

// For a regular M and an L free of time. X_R is left out where there is no bordered_inverse to show.
std::vector<Step> lagrangian_form_steps(const System& system, const CoreSystem& core);

}  // namespace rattleback
