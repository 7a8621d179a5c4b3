// Is a system of Chaplygin's type: does it split off coordinates that follow by quadrature?
//
// Linear, stationary, ideal constraints are of Chaplygin's type when they can be solved for the
// velocities of k coordinates that occur neither in the free motion (M and f) nor in the coefficients
// of the solved constraints, v_dep = α v_ind [T 14, with the dependent coordinates as the absent
// ones]. Which k coordinates is not given: all choices are tried, the last coordinates first, as
// they are written last by custom. Chaplygin's equations themselves are in equations/chaplygin.hpp.
//
// Absent from M, f and α is less than absent from the model: a weight is linear in the height, and a
// contact is a constraint on it, but both are gone once they are differentiated. The sentence says
// which coordinates occur nowhere at all and which only drop out.
#pragma once

#include "analysis/answer.hpp"
#include "model/system.hpp"

namespace rattleback {

struct ChaplyginType {
    Answer answer = Answer::No;
    std::vector<std::size_t> dependent;  // coordinates that follow by quadrature
    std::string sentence;                // empty when the question makes no sense
};

ChaplyginType chaplygin_type(const System& system, const Limits& limits = analysis_limits);

}  // namespace rattleback
