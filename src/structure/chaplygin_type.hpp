// Is a system of Chaplygin's type: does it split off coordinates that follow by quadrature?
//
// The definition, and the choice of the coordinates, are those of equations/chaplygin_choice.hpp, with
// which Chaplygin's equations themselves are written (equations/chaplygin.hpp): the form applies where
// the answer is yes.
//
// Absent from T, the forces and α is less than absent from the model: a weight is linear in the height, and a
// contact is a constraint on it, but both are gone once they are differentiated. The sentence says
// which coordinates occur nowhere at all and which only drop out.
#pragma once

#include "exact/answer.hpp"
#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct ChaplyginType {
    Answer answer = Answer::No;
    std::vector<std::size_t> dependent;  // coordinates that follow by quadrature
    Sentence sentence;                   // empty when the question makes no sense
};

ChaplyginType chaplygin_type(const System& system, const Limits& limits = interactive_limits);

}  // namespace rattleback
