// The value, slope and curvature of a formula over a part of a step, each as a range.
//
// Over θ ∈ [c − r, c + r] a jet knows the range of g, of dg/dθ and of d²g/dθ². All follow, operation
// by operation, from those of the inputs by the chain rule, and every value is also
//
//     g(θ) ∈ g(c) + g'·[−r, r] ,
//
// which closes in with the square of r where plain intervals do with r. With r = 0 a jet is the value
// and the two derivatives at a point.
//
// Beside them goes how far g may be wrong: `error`, by what the inputs may be wrong by, and `noise`,
// by rounding alone.
#pragma once

#include "compiled/tape.hpp"
#include "trajectory/interval.hpp"

namespace rattleback {

struct IntervalJet {
    Interval value = {}, slope = {}, curvature = {};
    double centre = 0;  // the value at c
    double error = 0, noise = 0;
};

// places holds one jet per place of the tape; those of the inputs are given. The result is that of
// the tape's only output.
const IntervalJet& run_jets(const Tape& tape, double radius, std::vector<IntervalJet>& places);

}  // namespace rattleback
