// Lagrange's equations with multipliers: the core system as it stands.
//
//     M a − Nᵀ μ = f ,    A a = −β                 state (q, v), unknowns (v̇, μ₁ … μ_k)
//
// M, f of the free motion and A, β, N of the constraints are those of geometry/core_system. The
// reaction is R = Nᵀ μ; its sign is that of [Zampieri 2.4], and with N = A the equations are his
// (2.5)–(2.8), in normal form (4.6). Constraints of every order, ideal or not, are treated alike.
// The matrix is regular where A M⁻¹ Nᵀ is: [Zampieri 4.3], [Balseiro–Solomin 19].
//
// Not to be used where one wants the constraints to hold by construction: they hold here through
// their derivatives, and numerical integration drifts off them.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

Equations lagrange_multipliers(const System& system);
Refusal lagrange_multipliers_refusal(const System& system);

// Symbols mu1, mu2, … for multipliers; mu_1, … where the system uses one of these names.
ExprVector multiplier_symbols(const System& system, std::size_t count);

}  // namespace rattleback
