// States at which the equations of motion fail, and why.
//
//   rank A < k                 the constraints lose a dimension [B 3]: v₁ = v₂ = 0 for two points
//                              with parallel velocities [B 8.3]; ρ = 0 for ρρ̇ = 0 [B 8.1]
//   det (A M⁻¹ Nᵀ) = 0         T_qQ = D ⊕ W^⊥ fails [S 19]: the reaction law is not transversal. For
//                              ideal constraints and a positive M this is rank A < k again; where M
//                              is not positive it is asked for them too.
//   det M = 0                  some combination of velocities has no inertia
//   a divisor vanishes         the equations are not defined: ẋ = ẏ = 0 for ż = a √(ẋ² + ẏ²)
//   rank ∂ψ/∂z < m             the user's parametrization folds
//
// Each is given as equations on the states, from the factors of minors and determinants; det(A M⁻¹Nᵀ)
// as the determinant of (M Nᵀ; A 0), which is (−1)^k det M times it and free of M⁻¹. Conditions that
// cannot hold on the constraints are left out where that is seen. A run that comes to such a state
// stops there.
#pragma once

#include "expr/sentence.hpp"
#include "structure/scope.hpp"
#include "structure/vanishing_set.hpp"

namespace rattleback {

struct SingularStates {
    std::optional<VanishingSet> constraint_rank = {};  // nothing: too large to say
    // Only of generalized reaction laws, or where the mass matrix is not positive.
    std::optional<VanishingSet> transversality = {};
    std::optional<VanishingSet> mass = {};
    std::optional<VanishingSet> undefined = {};        // where something is divided by zero
    std::optional<VanishingSet> parametrization = {};  // or without value; where there is one
    std::optional<VanishingSet> higher = {};  // of constraints of order three and more: det K = 0
    ExprMatrix without_inertia = {};  // combinations of velocities, when det M vanishes identically
    ValueScope scope = {};
    Sentences sentences = {};
};

SingularStates singular_states(const System& system, const Limits& limits = interactive_limits);

// The matrix (M Nᵀ; A 0), singular where the motion is not determined.
ExprMatrix bordered_matrix(const System& system);

}  // namespace rattleback
