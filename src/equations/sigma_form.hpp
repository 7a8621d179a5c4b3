// Vakonomic motion with σ in the place of λ, σ̇ = λ.
//
//     K (a, λ̇) + F(q, v, λ) = 0 ,    K = ( M' −Dᵀ ; −D 0 ) ,    M' = M − Σ λ_α ∂²b_α/∂v∂v      [Z 3.5]
//
// In σ the extended Lagrangian is quadratic in all velocities where L is natural and b linear
// [Z 3.7], σ itself occurs nowhere, and the equations are
//
//     K (a, σ̈) + F(q, v, σ̇) = 0 ,    (a, σ̈) = G(q, v, σ̇) = −K⁻¹ F                        [Z 3.9, 3.10]
//
// from which he reads that a motion run backwards is a motion. The program itself moves λ, which is
// one state variable less for each constraint.
#pragma once

#include "equations/equations.hpp"

namespace rattleback {

// From the equations of vakonomic.hpp, matrix · (a, λ̇) = right; `sigma` are names for σ. G is left
// out where there is no bordered_inverse to show.
std::vector<Step> sigma_form_steps(const Expr& extended, const ExprVector& lambda,
                                   const ExprVector& sigma, const ExprMatrix& matrix,
                                   const ExprVector& right);

}  // namespace rattleback
