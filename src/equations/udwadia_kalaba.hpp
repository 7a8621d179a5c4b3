// The Udwadia–Kalaba equations: the acceleration corrected by a pseudo-inverse.
//
//     a = a_free + M⁻¹ Aᵀ (A M⁻¹ Aᵀ)⁺ (b − A a_free) ,     M a_free = f ,   A a = b = −β
//
// All constraints take part, also those that follow from others: A M⁻¹ Aᵀ is then singular, and the
// Moore–Penrose inverse takes the shortest multipliers λ that do. No inverse is written down. With
// a_free and λ as further unknowns the formula is the linear system
//
//     M a − M a_free − Aᵀ λ = 0 ,     M a_free = f ,     A a + N Nᵀ λ = b
//
// where the columns of N span the left kernel of A (Nᵀ A = 0) and are absent when the rows of A are
// independent. Eliminating a and a_free leaves (A M⁻¹ Aᵀ + N Nᵀ) λ = b − A a_free. This matrix is
// regular; where the constraints are consistent, Nᵀ b = 0, its solution has Nᵀ λ = 0 and so is the
// pseudo-inverse's. Where they are not, A a is the point of the range of A nearest to b, and a is
// again the formula's, since N adds nothing to Aᵀ λ. N is found exactly, once, at a generic state.
//
// Source: Udwadia and Kalaba, Proc. R. Soc. A 439 (1992) 407. Not for reactions that are not ideal,
// nor a mass matrix that is singular: there is no free motion then.
#pragma once

#include "equations/equations.hpp"
#include "equations/hypotheses.hpp"

namespace rattleback {

Equations udwadia_kalaba(const System& system);
Refusal udwadia_kalaba_refusal(const System& system);

}  // namespace rattleback
