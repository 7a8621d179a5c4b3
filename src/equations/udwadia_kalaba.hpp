// The Udwadia–Kalaba equations: the acceleration corrected by a pseudo-inverse.
//
//     a = a_free + M⁻¹ Aᵀ (A M⁻¹ Aᵀ)⁺ (b − A a_free) ,     M a_free = f ,   A a = b = −β
//
// All constraints take part, also those that follow from others: A M⁻¹ Aᵀ is then singular, and the
// Moore–Penrose inverse takes the shortest multipliers λ that do. No inverse is written down. With
// a_free, λ and κ as further unknowns the formula is the linear system
//
//     M a − M a_free − Aᵀ λ = 0 ,     M a_free = f ,     A a + N κ = b ,     Nᵀ λ = 0
//
// where the columns of N span the left kernel of A (Nᵀ A = 0); where the rows of A are independent
// there are no N and no κ. It is regular: without right side κ = 0, since Nᵀ A a = 0, and λ = 0, since
// it is orthogonal to the kernel of A M⁻¹ Aᵀ and in it. κ is how far the constraints contradict each
// other: A a is the point of the range of A nearest to b, and Nᵀ b = NᵀN κ. N is found exactly, once, at
// a generic state.
//
// A M⁻¹ Aᵀ + N Nᵀ in the place of A M⁻¹ Aᵀ would need no κ, but adds what has the units of A² to
// what has those of A²/M: in units in which masses are large the digits of λ are lost.
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
