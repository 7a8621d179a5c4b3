// Are the closed forms that a model expects its motion? A proof, not a comparison of numbers.
//
// When `[expect]` gives every coordinate as q(t), the motion is put into the equations: q̇ and q̈ are
// its derivatives, the constraints must hold, Maggi's equations Γᵀ (M q̈ − f) = 0 must hold, which no
// reaction enters, and at t = 0 the initial state must come out. Where all of these vanish
// identically, and the motion through that state is unique, the closed form is the motion.
//
// Expectations that name only some coordinates, and vakonomic motion, are for a computed motion to
// be compared with.
#pragma once

#include "exact/answer.hpp"
#include "expr/sentence.hpp"
#include "structure/scope.hpp"

namespace rattleback {

struct ClosedForms {
    Answer hold = Answer::Unknown;
    ValueScope scope = {};
    Sentences sentences;  // none where the model expects nothing
};

ClosedForms closed_forms(const System& system, const Limits& limits = interactive_limits);

}  // namespace rattleback
