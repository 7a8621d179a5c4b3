// The value of one instruction, by libm: what every backend must reproduce.
//
// The interpreter runs on this, and the builder folds constants with it. Fused operations round
// once. A switch without a default, so that the compiler asks for a new operation's case.
#pragma once

#include <array>

#include "compiled/tape.hpp"

namespace rattleback {

// args holds a, b and c, those that the operation has. A SinCos gives the sine; a PairedCosine is
// given the argument of its SinCos.
double result_of(Op op, const std::array<double, 3>& args);

// The operation that computes a function of the formula language.
Op operation(FunctionId id);

}  // namespace rattleback
