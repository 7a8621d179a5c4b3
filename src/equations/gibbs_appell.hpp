// The Gibbs–Appell equations, through the energy of the accelerations.
//
//     S = ½ Σ m_ν |r̈_ν|² ,    ∂S/∂ż_α = A_α = A_i ψ^i_α          with v = ψ, a = Ψ ż + σ
//
// [Benenti 24, 38–41]. Where the model gives particles, S is formed from them: two total time
// derivatives of r_ν(t, q). Otherwise from L, up to terms free of a:
//
//     S = ½ aᵀ M a − a·(f − A) ,   A = F + ∂L/∂q at v = 0          (for natural L: ½ aᵀMa + a·Γvv)
//
// S(q, z, ż) is then differentiated by ż; being of second degree it yields a linear system. Where
// the reaction vanishes on another space W, S is differentiated along W: (∂S/∂a − A)·w = 0 on the
// constraints, for w ∈ W [Balseiro–Solomin 44].
//
// Constraints of second order are not treated; see Gauss.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

Equations gibbs_appell(const System& system);
Refusal gibbs_appell_refusal(const System& system);

}  // namespace rattleback
