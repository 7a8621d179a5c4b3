// Runs a tape, one instruction after the other: the oracle of machine code, and its substitute where
// there is none, or none yet. Both round alike: sines and cosines are those of sincos.hpp in both, the
// other functions those of libm.
//
// Nothing is allocated: the caller owns the workspace, one double per place. Lanes of a batch lie
// side by side, value i of lane l at [i·width + l], and are run one by one.
//
//     std::vector<double> workspace(tape.places());
//     interpret(tape, in, out, workspace.data());
#pragma once

#include "compiled/tape.hpp"

namespace rattleback {

void interpret(const Tape& tape, const double* in, double* out, double* workspace) noexcept;

// All lanes of a batch, with a workspace that belongs to the thread and only ever grows.
void interpret_batch(const Tape& tape, std::size_t width, const double* in, double* out) noexcept;

}  // namespace rattleback
