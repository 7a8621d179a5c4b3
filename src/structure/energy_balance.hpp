// Where the energy goes: exactly, and in words.
//
//     E = v·∂L/∂v − L ,      dE/dt = −∂L/∂t + F·v + R·v      along every motion.
//
// The power of the reaction, R·v = μᵀ(N v), vanishes exactly when v ∈ W. For ideal constraints that
// is A v = 0 where the constraints hold: constraints homogeneous in v, by Euler, and no others. For
// affine ones ż = c + yẋ it is not zero: dE/dt = c ẋẏ/(1 + y²). ([B Theorem 3] says "ideal
// constraints do not dissipate energy" without this condition.) A force F(q) with a potential V is
// counted in the energy, E + V, if V is elementary.
//
// Vakonomic motion follows 𝕃 = L − λ·b and has no reaction of its own: E is that of 𝕃, which differs
// from that of L by λ·(b − v·∂b/∂v), and dE/dt = −∂𝕃/∂t + F·v. What is printed as R there is M a − f.
//
// Where inputs move masses by a drive (model/drives.hpp), their rates count among the v of E, and its rate
// has the powers Q_s s' of the drives too.
//
// Terms are given on the constraint manifold, in t, q and the z of constraint_manifold.hpp.
#pragma once

#include "expr/sentence.hpp"
#include "structure/constraint_manifold.hpp"
#include "structure/scope.hpp"

namespace rattleback {

struct EnergyBalance {
    Expr energy;          // E(t, q, v), and λ
    Expr potential;       // V of the forces beside the Lagrangian; contained in E
    Expr explicit_power;  // −∂L/∂t
    Expr force_power;     // F·v, of the forces that have no potential
    Answer reactions_work = Answer::Unknown;
    std::optional<Expr>
        reaction_power;  // R·v; nothing when it has no closed form within the limits
    Answer conserved = Answer::Unknown;
    Sentence branch;        // of the constraints, when there was a choice
    ValueScope scope = {};  // the numbers of the model, where letters would say something else
    Sentences sentences;
};

EnergyBalance energy_balance(const System& system, const Limits& limits = interactive_limits);

// 𝕃 = L − Σ λ b with the latent variables λ of vakonomic motion; L itself for nonholonomic motion.
Expr lagrangian_of_motion(const System& system);

// Does the reaction do no work on the field ξ (given per coordinate, in t, q, v): is ξ in W wherever
// the constraints hold? With ξ = v: is its power zero?
Answer is_in_w(const System& system, const ConstraintManifold& manifold, const ExprVector& field,
               const Limits& limits = interactive_limits);

}  // namespace rattleback
