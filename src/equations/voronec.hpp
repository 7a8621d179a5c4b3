// Voronec's equations, for linear constraints v_{m+ν} = Σᵢ α_νi(q) v_i.
//
//   d/dt ∂T*/∂v_i − ∂T*/∂q_i − Σ_ν α_νi ∂T*/∂q_{m+ν} − Σ_ν Σ_j β^ν_ij v_j ∂T/∂v_{m+ν}
//       = Q_i + Σ_ν α_νi Q_{m+ν}                                                        [T 12]
//
//   β^ν_ij = ∂α_νi/∂q_j − ∂α_νj/∂q_i + Σ_μ (∂α_νi/∂q_{m+μ} α_μj − ∂α_νj/∂q_{m+μ} α_μi)      [T 13]
//
// T* is T on the constraint, ∂T/∂v_{m+ν} is taken before the constraint is put in. β is the
// curvature of the constraints: it vanishes for all of them together exactly when they are
// integrable, and the equations are then Lagrange's. Source: Talamucci, Nonlinear nonholonomic
// constraints, (12)–(13), after Voronec 1901.
//
// Not for constraints that are affine, nonlinear or depend on time: those have more terms, which
// voronec_nonlinear has. L may depend on time.
#pragma once

#include "equations/equations.hpp"
#include "equations/explicit_system.hpp"
#include "equations/hypotheses.hpp"

namespace rattleback {

Equations voronec(const System& system);
Refusal voronec_refusal(const System& system);

// β^ν_ij, one matrix per ν, of linear constraints.
std::vector<ExprMatrix> curvature(const ExplicitSystem& e);

// Adds Σ_ν Σ_j β^ν_ij v_j ∂T/∂v_{m+ν} to the right side, and β^1 … β^k as steps.
void add_curvature_terms(const ExplicitSystem& e, const std::vector<ExprMatrix>& beta,
                         Equations& equations);

}  // namespace rattleback
