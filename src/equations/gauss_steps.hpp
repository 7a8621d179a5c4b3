// Gauss's function on the constraints, as Benenti has it in §5: of (t, q, z, ż).
//
//     G(q, z, ż) ,   v = ψ ,   a = Ψ ż + σ                                                     [B 31]
//     ∂G/∂ż_α = R_i ψ^i_α ,   ∂²G/∂ż_α∂ż_β = G_αβ = g_ij ψ^i_α ψ^j_β                   [B 32–35, 33, 34]
//
// whatever the law of the reaction R = M a − f. G is of second degree in ż. Along accelerations
// ż = Z + s d, with the motion's at s = 0,
//
//     G(Z + s d) − G(Z) = s R_i ψ^i_α d_α + ½ s² G_αβ d_α d_β ,
//
// a parabola whose vertex is the motion where R vanishes on D, and nowhere else [B Theorem 4]. Where it
// vanishes on another space, G_W has its vertex there, with the same second derivatives: [u, w] is
// ⟨u, w⟩_M on D.
#pragma once

#include <vector>

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

// None where the constraints restrict no velocity, or leave none free.
std::vector<Step> gauss_steps(const System& system);

// [B 38]: the parts of G, on the constraints.
std::vector<Step> gauss_part_steps(const System& system);

}  // namespace rattleback
