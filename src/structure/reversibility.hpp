// Does the film run backwards: is the reversed motion q(−t) a motion too [Z §2, §3]?
//
// Reversal takes (t, q, v) to (−t, q, −v). Motions go to motions exactly when
//
//     b(−t, q, −v) = 0  ⇔  b(t, q, v) = 0      and      a(−t, q, −v) = a(t, q, v) .
//
// Natural systems with linear constraints are reversible; friction, gyroscopic forces, a constraint
// ẏ = c that prescribes a velocity, and half of a cone, ż = √(ẋ² + ẏ²), are not. The second condition
// is decided on the core system: if M, f and every row of (A, β) and N are the same or change sign as
// a whole, it holds, and no system is too large for that; otherwise the accelerations are compared
// in closed form.
//
// Vakonomic motion has the latent variables λ in its state. Each goes to −λ where its constraint is
// odd in v, as linear ones are, and stays where it is even; for other constraints there is no rule.
#pragma once

#include "expr/sentence.hpp"
#include "structure/constraint_manifold.hpp"
#include "structure/scope.hpp"

namespace rattleback {

struct Reversibility {
    Answer constraints = Answer::Unknown;    // reversed states satisfy them
    Answer accelerations = Answer::Unknown;  // and have the same accelerations
    Answer reversible = Answer::Unknown;
    std::vector<int> latent_signs;  // of vakonomic motion: λ → ±λ, per constraint
    ValueScope scope = {};
    Sentences sentences;
};

Reversibility reversibility(const System& system, const Limits& limits = interactive_limits);

}  // namespace rattleback
