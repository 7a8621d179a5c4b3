// Voronec's equations for nonlinear constraints v_{m+ν} = α_ν(t, q, v_1 … v_m).
//
//   d/dt ∂T*/∂v_i − ∂T*/∂q_i − Σ_ν ∂T*/∂q_{m+ν} ∂α_ν/∂v_i − Σ_ν ∂T/∂v_{m+ν} B_i^ν
//       = Q_i + Σ_ν ∂α_ν/∂v_i Q_{m+ν}                                                   [T 18]
//
//   B_i^ν = Σ_r (∂²α_ν/∂v_i∂q_r v_r + ∂²α_ν/∂v_i∂v_r a_r) − ∂α_ν/∂q_i + ∂²α_ν/∂v_i∂t
//         + Σ_σ (∂²α_ν/∂v_i∂q_{m+σ} α_σ − ∂α_σ/∂v_i ∂α_ν/∂q_{m+σ})                        [T 19]
//
// that is, B_i^ν = d/dt ∂α_ν/∂v_i − ∂α_ν/∂q_i − Σ_σ ∂α_σ/∂v_i ∂α_ν/∂q_{m+σ}. The accelerations a_r in B
// go to the left, into the matrix. T* is T on the constraint; time in T (moving coordinates) enters
// through d/dt alone. The term ∂²α_ν/∂v_i∂t is not in the paper, which leaves time in α open.
//
// Source: Talamucci, Nonlinear nonholonomic constraints, Prop. 3.1. For linear α it is [T 12].
#pragma once

#include "equations/equations.hpp"
#include "equations/explicit_system.hpp"
#include "equations/hypotheses.hpp"

namespace rattleback {

Equations voronec_nonlinear(const System& system);
Refusal voronec_nonlinear_refusal(const System& system);

// B_i^ν = Σ_r by_a[i][r] a_r + rest[i], for one ν.
struct BTerms {
    ExprMatrix by_a;  // ∂²α_ν/∂v_i∂v_r
    ExprVector rest;
};

// Adds Σ_ν ∂T/∂v_{m+ν} B_i^ν, its accelerations to the matrix, and B as a step.
void add_b_terms(const ExplicitSystem& e, const std::vector<BTerms>& b, Equations& equations);

// Sets the linear system to (18) and adds the steps T* and B.
void set_voronec_terms(const ExplicitSystem& e, Equations& equations);

}  // namespace rattleback
