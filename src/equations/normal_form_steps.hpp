// Accelerations and multipliers solved for, step by step, as Zampieri does it.
//
//     (a, μ) = K⁻¹ (f, β) ,    K = ( M −Nᵀ ; −A 0 )                                     [Z 2.8, 4.6]
//
// with C = A M⁻¹Nᵀ, which must be regular, and K⁻¹ in its blocks [Z 2.6, 4.5]. Where M, A and N are
// functions of q, and f and β are a function of q and a quadratic form in the velocities, so are
//
//     a = f(q) + g(q)[v, v] ,    μ = h(q) + k(q)[v, v]                                        [Z 2.9]
#pragma once

#include "equations/equations.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {

// For constraints, one at least; none where there is no bordered_inverse to show.
std::vector<Step> normal_form_steps(const CoreSystem& core, const ExprVector& v, const Expr& t);

}  // namespace rattleback
