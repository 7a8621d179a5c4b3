// How fast a quantity changes along the motion: exact, and proved zero where it is conserved. One that
// may jump is conserved only between its jumps (structure/jumps.hpp).
//
//     dF/dt = ∂F/∂t + ∂F/∂q · q̇ + ∂F/∂z · ż
//
// F may be written in t, q, v, the accelerations a and reactions, which are those of the motion
// (model/quantities.hpp), the auxiliary variables z of the model's parametrization, or the multipliers
// of vakonomic motion. The rate is a function of t, q and z on the constraint manifold.
#pragma once

#include "equations/formulations.hpp"
#include "exact/is_zero.hpp"
#include "structure/scope.hpp"

namespace rattleback {

struct Rate {
    std::string form;                     // the formulation that gave the motion
    Expr value;                           // dF/dt, simplified
    ZeroTest zero;                        // is it identically zero: is F conserved?
    ExprVector jumps = {};                // F may jump where one of these vanishes
    ValueScope scope = {};                // for which values of the parameters
    std::optional<Expr> in_general = {};  // the rate for other values, where it is another

    bool is_conserved() const { return zero.holds() && jumps.empty(); }
};

// Throws DerivationError when the motion has no closed form within the limits.
Rate rate_along_motion(const System& system, const Expr& quantity, const Limits& limits = {});

// The same with the parameters as letters alone.
Rate rate_of_letters(const System& system, const Expr& quantity, const Limits& limits = {});

}  // namespace rattleback
