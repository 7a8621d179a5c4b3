// The last passes over a tape: from all that was made to what is run, in the order it is run.
//
// Divisors that occur more than once are inverted once; products that only a sum needs are fused
// with it; sines and cosines of one argument are paired. Then the outputs are computed one after
// the other, and below each operation the operand that needs more values at a time comes first, as
// Sethi and Ullman do for trees: few values are alive at any moment.
#pragma once

#include "compiled/tape_builder.hpp"

namespace rattleback {

Tape ordered(const ExprVector& inputs, std::vector<TapeBuilder::Made> made,
             std::span<const Value> outputs);

}  // namespace rattleback
