// The splitting T_qQ = D ⊕ W^⊥ of generalized constraints, and its projectors.
//
//     Π_W⊥ = M⁻¹Nᵀ (A M⁻¹Nᵀ)⁻¹ A ,     Π_D = 1 − Π_W⊥                                  [S 19, 36]
//
// D = ker A are the virtual displacements, W = ker N is the space on which the reaction vanishes,
// and W^⊥ = M⁻¹Nᵀ(ℝᵏ) its orthogonal complement in the metric M. The accelerations of motion and of
// free motion differ by an element of W^⊥: a − a_free = −Π_W⊥(a_free − a₀), with any a₀ that
// satisfies the constraints [S 22]. The inner product of the generalized principle of Gauss,
//
//     [u, w] = ⟨Π_D u, Π_D w⟩_M + ⟨Π_W⊥ u, Π_W⊥ w⟩_M                                     [S 39]
//
// is ⟨u, w⟩_M exactly when W = D. The splitting, and with it the motion, fails where
// det(A M⁻¹Nᵀ) = 0. These are formulas to look at and to test: a motion is computed from the core
// system, without an inverse.
#pragma once

#include "geometry/core_system.hpp"

namespace rattleback {

struct Projectors {
    ExprMatrix onto_d;       // Π_D
    ExprMatrix onto_w_perp;  // Π_W⊥
};

// NumericalError when the splitting fails at every state.
Projectors projectors(const CoreSystem& core);

// The matrix of [u, w], symmetric.
ExprMatrix gauss_product(const CoreSystem& core, const Projectors& projectors);

// det(A M⁻¹Nᵀ), in exact form: zero where the splitting fails. TooLarge at the limits.
Expr transversality(const CoreSystem& core);

}  // namespace rattleback
