// Constraints that are integrable, put into the kinetic energy.
//
// Where v_{m+r} = α_r is affine in the velocities and α_r = df^r/dt for a function f^r(t, q_1 … q_m), the
// constraint says q_{m+r} = f^r + c_r. With this in the place of q_{m+r} Voronec's equations are those of
// a system that does not have the coordinate at all:
//
//     T_r(t, q, v) = T* with q_{m+r} = f^r + c_r                                     [T Remark 2.3]
//
// and where all constraints are such, they are Lagrange's for T̂(t, q_1 … q_m, v_1 … v_m). α_r may
// know other dependent coordinates that are integrated before it. Only what exact/antiderivative.hpp
// integrates is found; the constant c_r is a letter, since it is the initial state that says it.
#pragma once

#include "equations/explicit_system.hpp"

namespace rattleback {

// f^r, T_r or T̂, the left side that they make, and its difference from that of `voronec`, the equations
// of the same system, which the literature has under `number`. None where no constraint is found to
// be integrable.
std::vector<Step> integrated_constraints(const System& system, const ExplicitSystem& e,
                                         const Equations& voronec, const std::string& number);

}  // namespace rattleback
