// The parts and the derivatives of Gauss's function, by name (model/quantities.hpp), as formulas in
// t, q, v, a and speeds.
//
//     S, S_0, S_1, S_2                                                 equations/acceleration_energy.hpp
//     gauss_u1 = ∂G/∂ż_1 = (M a − f)_i ψ^i_1 ,    gauss_u1_u2 = ∂²G/∂ż_1∂ż_2 = M_ij ψ^i_1 ψ^j_2
//
// At the motion the first derivatives are what its reaction does along the virtual displacements, zero
// where it is ideal.
#pragma once

#include "model/quantities.hpp"

namespace rattleback {

// What stands for those that occur. Throws DerivationError where there is none: for parts that need the
// inverse of a singular mass matrix, for derivatives by speeds where the form in speeds has none.
std::vector<Replacement> gauss_quantities(const System& system, std::span<const Expr> expressions);

}  // namespace rattleback
