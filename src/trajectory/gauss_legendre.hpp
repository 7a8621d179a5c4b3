// Implicit Runge–Kutta methods of Gauss and Legendre, of orders 4 and 6.
//
//     Yᵢ = y + h Σⱼ aᵢⱼ f(t + cⱼh, Yⱼ) ,    y₁ = y + h Σ bᵢ f(t + cᵢh, Yᵢ)
//
// with c the zeros of the shifted Legendre polynomial of degree s = 2, 3 [Hairer, Nørsett & Wanner,
// Solving Ordinary Differential Equations I, §II.7]. They are symmetric and A-stable, keep quadratic
// first integrals exactly, and with fixed steps have bounded energy errors for reversible systems:
// for long runs. The equations for Zᵢ = Yᵢ − y are solved by simplified Newton iterations on the
// matrix I − h A⊗J, which is kept as long as they converge fast.
//
// The error estimate is how far the polynomial u through the stages is from satisfying the equation
// at both ends, h(u' − f): O(h^(s+1)), while the error at the end of a run is O(h^2s). Tolerances are
// therefore transformed by the power (s+1)/2s, so that the error is proportional to what was asked
// for (as RADAU5 does); but not where a problem is said to be stiff: there the order is not reached. A step that is chosen so must not jump over a force (step_guard.hpp). For
// stiff problems prefer bdf; for tight tolerances without need of structure, explicit methods.
#pragma once

#include "trajectory/recorder.hpp"

namespace rattleback {

void run_gauss4(const OdeProblem& problem, Recorder& recorder);
void run_gauss6(const OdeProblem& problem, Recorder& recorder);

}  // namespace rattleback
