// Are the quantities that a model expects to be constant conserved? By exact algebra.
//
// `[expect]` may say of any quantity F(t, q, v), with multipliers in vakonomic motion, that it is
// "constant". Its rate along the motion (structure/rate.hpp) must then vanish identically, for all
// initial states: for all values of the parameters, or at least for those of the model, which is then
// said (structure/scope.hpp). Where the proof would be too large the answer is
// "not decided", and the computed motion of dynamics/motion_checks.hpp still has to keep it.
#pragma once

#include "exact/answer.hpp"
#include "expr/sentence.hpp"
#include "structure/scope.hpp"

namespace rattleback {

struct Conserved {
    Answer hold = Answer::Unknown;        // all of them; Yes where nothing is expected
    std::vector<ValueScope> scopes = {};  // one for each quantity
    Sentences sentences;                  // of all quantities
};

Conserved conserved(const System& system, const Limits& limits = interactive_limits);

// The quantity as the model names it: the key in [expect].
Sentence name_of_expected(const System& system, std::size_t index);

}  // namespace rattleback
