// Gauss's principle of least constraint.
//
//     G(a) = ½ ‖a − a_free‖²_M  is stationary among the a with  A a + β = 0
//
// [Benenti 31, 37], [Balseiro–Solomin 38, 42]. Up to a constant G = ½ aᵀ M a − a·f, so that M need
// not be inverted. The condition is met by multipliers: all derivatives of G − μ·(A a + β) by a and
// μ vanish. State (q, v), unknowns (v̇, μ); constraints of every order.
//
// Where the reaction vanishes on a space W ≠ D, the motion does not minimize G but
//
//     G_W(a) = ½ [a − a_free, a − a_free] ,   [u, w] = ⟨Π_D u, Π_D w⟩_M + ⟨Π_W⊥ u, Π_W⊥ w⟩_M
//
// with the projectors of T_qQ = D ⊕ W^⊥, see geometry/projectors [Balseiro–Solomin 39, 40, 45; the
// printed G_W lacks the square]. The μ of this form are those of the minimum; R = M a − f.
//
// Not to be used for large generalized systems: M and A M⁻¹ Nᵀ are inverted as formulas.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

Equations gauss(const System& system);
Refusal gauss_refusal(const System& system);

}  // namespace rattleback
