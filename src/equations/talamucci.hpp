// Voronec's equations in coefficients, for nonlinear constraints v_{m+ν} = α_ν(t, q, v_1 … v_m).
//
//   Σ_ν (C_i^ν a_ν + Σ_μ D_i^νμ v_ν v_μ + E_i^ν v_ν) + G_i = Q_i + Σ_j ∂α_j/∂v_i Q_{m+j}      [T 25]
//
// with g_ij the metric, ξ_ijk = Σ m ∂²r/∂q_i∂q_j · ∂r/∂q_k = ½(∂_i g_jk + ∂_j g_ki − ∂_k g_ij) [T 24], and,
// writing x_⟨i⟩ = x_i + Σ_s ∂α_s/∂v_i x_{m+s} for what the constraints leave of a covector,
//
//   C_i^ν  = g_⟨i⟩ν + Σ_r g_⟨i⟩,m+r ∂α_r/∂v_ν
//   D_i^νμ = ξ_νμ⟨i⟩
//   E_i^ν  = Σ_r (2 ξ_ν,m+r,⟨i⟩ α_r + g_m+r,⟨i⟩ ∂α_r/∂q_ν)
//   G_i    = Σ_r Σ_s (ξ_m+r,m+s,⟨i⟩ α_r α_s + g_m+r,⟨i⟩ ∂α_r/∂q_{m+s} α_s)
//
// The paper writes all of this under common sums over r, s, p, which would count a term free of one
// of them k times: read that way it is wrong for k ≥ 2. Here each sum covers the terms that have
// its index. When time occurs, t joins the dependent coordinates as q⁰ with α_0 = 1, g_0i = ∂T/∂v_i at
// v = 0 and g_00 counted as potential: E and G gain the terms with r = 0 or s = 0, among them
// Σ_r g_m+r,⟨i⟩ ∂α_r/∂t.
//
// Source: Talamucci, Prop. 3.2; it equals voronec_nonlinear identically (Prop. 3.3). Not for a
// Lagrangian that is not quadratic in the velocities: there is no metric then.
#pragma once

#include "equations/equations.hpp"
#include "equations/hypotheses.hpp"

namespace rattleback {

Equations talamucci(const System& system);
Refusal talamucci_refusal(const System& system);

}  // namespace rattleback
