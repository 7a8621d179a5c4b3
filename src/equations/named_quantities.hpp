// The quantities of a motion (model/quantities.hpp) in terms of equations of motion.
//
//     in_terms_of(system, equations, {R_x + m*x''})      in t, q, v, speeds and unknowns
//     closed_quantities(system, solved, {N_ball})        what stands for N_ball, exactly
//
// Accelerations and reactions are what the equations say they are. All others follow from the reaction
// R, in which no form is free:
//
//     R = Nᵀ μ ,    F = Σ μ · direction ,    gauss = ½ R · M⁻¹ R
//
// R stands here without what the multipliers of the state exert, those of constraints of order three and
// more: these are among the forces, of a_free too.
// Multipliers are unique where the constraints are independent; R is in any case.
#pragma once

#include "equations/equations.hpp"
#include "exact/limits.hpp"
#include "model/quantities.hpp"
#include "model/system.hpp"

namespace rattleback {

// Speeds and auxiliary variables that the form has not, as functions of t, q and v; parts and
// derivatives of Gauss's function as the formulas that they are. Throws DerivationError for what is not
// there.
ExprVector with_own_speeds(const System& system, const Equations& equations,
                           std::span<const Expr> expressions);

// The same for accelerations and reactions; what follows from R stays as it is.
ExprVector in_terms_of(const System& system, const Equations& equations,
                       std::span<const Expr> expressions);

// Accelerations and reactions as functions of the state.
struct SolvedMotion {
    ExprVector accelerations, reactions;
};

// What stands for those that occur, accelerations and reactions included. Throws DerivationError where
// they have no closed form, or are not unique.
std::vector<Replacement> closed_quantities(const System& system, const SolvedMotion& motion,
                                           std::span<const Expr> expressions,
                                           const Limits& limits = {});

// The rows N of R = Nᵀ μ, one for each constraint of the model. Throws DerivationError where constraints
// follow from others, so that μ is not unique.
ExprMatrix multiplier_rows(const System& system);

}  // namespace rattleback
