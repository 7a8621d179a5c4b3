// Chaplygin's equations: Voronec's, where the dependent coordinates occur nowhere.
//
//   d/dt ∂T*/∂v_i − ∂T*/∂q_i − Σ_ν ∂T/∂v_{m+ν} B_i^ν = Q_i + Σ_ν ∂α_ν/∂v_i Q_{m+ν}
//   B_i^ν = d/dt ∂α_ν/∂v_i − ∂α_ν/∂q_i                                     [T after 22]
//
// for v_{m+ν} = α_ν(t, q_1 … q_m, v_1 … v_m), linear or not. Where α is linear and homogeneous and free
// of time, B_i^ν = Σ_j (∂α_νi/∂q_j − ∂α_νj/∂q_i) v_j, and this is [T 14].
//
// The m equations close in q_1 … q_m and their velocities; the dependent coordinates follow by
// quadrature from v_{m+ν} = α_ν. This needs that q_{m+1} … q_n occur in none of T, α and
// the forces. The paper prints q_1 … q_m instead, which is a slip: with those absent, nothing closes.
// A potential may be linear in a dependent coordinate, since its force is then free of it.
//
// Source: Talamucci (14) and the words after (22), after Chaplygin 1897. Not for anything else:
// voronec and voronec_nonlinear treat the rest.
#pragma once

#include "equations/equations.hpp"
#include "equations/hypotheses.hpp"

namespace rattleback {

Equations chaplygin(const System& system);
Refusal chaplygin_refusal(const System& system);

}  // namespace rattleback
