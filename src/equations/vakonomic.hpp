// Vakonomic motion: of variational axiomatic kind [Z §3].
//
// Stationary curves of ∫ L dt among those that satisfy b(t, q, v) = 0 are the motions of the
// extended Lagrangian 𝕃 = L − λᵀ b, in which the latent variables λ are coordinates without inertia
// [Z 3.1, 3.2]. Written out, with b linear in v or not, and t in L or b:
//
//     (M − Σ λ_α ∂²b_α/∂v∂v) a − Dᵀ λ̇ = f + Σ λ_α (∂²b_α/∂v∂q v + ∂²b_α/∂v∂t) − Σ λ_α ∂b_α/∂q
//     D a + β = 0 ,     D = ∂b/∂v ,     β = (∂b/∂q) v + ∂b/∂t
//
// and for a natural L with b = B(q) v this is [Z 3.3–3.6]. The state is (q, v, λ): (q, v) does not
// determine λ, whose initial values lambda1, lambda2, … are free. M and f are those of
// core_system.hpp, so forces F beside L act as in d/dt ∂𝕃/∂v − ∂𝕃/∂q = F; the motion is stationary
// for an action only if they derive from a potential. A positional constraint φ(t, q) = 0 takes part
// as dφ/dt = 0. Its λ then has no influence on the motion, and λ̇ is its multiplier.
//
// This is another principle than d'Alembert's, and another motion unless the constraints are
// integrable: not for rolling or skating bodies. `reactions` is M a − f, the force that would give
// the same motion to a free system.
#pragma once

#include <string>

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

// The constraints b = 0 with D = ∂b/∂v of full rank, and a latent variable for each: lambda1 for the
// first constraint of the model, and so on. A constraint that depends on those before it has none.
struct LatentVariables {
    ExprVector b;
    ExprMatrix slope;  // D
    ExprVector lambda, rates;
    std::vector<std::string> left_out;  // the names of constraints without one
};
LatentVariables latent_variables(const System& system);

Equations vakonomic(const System& system);
Refusal vakonomic_refusal(const System& system);

}  // namespace rattleback
