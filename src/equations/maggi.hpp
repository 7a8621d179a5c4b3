// Maggi's equations: Lagrange's equations projected on the virtual displacements.
//
//     Γᵀ (M a − f) = 0 ,    A a = −β               state (q, v), unknowns v̇
//
// The columns of Γ span D = ker A, so that the reaction, which vanishes on D, is projected away
// [Talamucci 15]. Where the reaction follows another law, Γ spans the space W on which it vanishes
// [Balseiro–Solomin 24]. Γ is found as the kernel of A; a parametrization v = Γ z + γ that
// the user gave, linear in z, is taken for it instead. R = M a − f comes out with the motion.
//
// Not to be used where the rank of A changes: Γ is a basis of D at a generic state.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

Equations maggi(const System& system);
Refusal maggi_refusal(const System& system);

}  // namespace rattleback
