// A tape in two parts: what is computed once per run, and what at every call.
//
// Where some inputs stay the same along a run, as parameters do, so does all that depends on them
// alone. That is a tape of its own; its outputs are inputs of the other, behind all others:
//
//     once    the inputs that do not vary → constants
//     along   all inputs, constants → outputs
//
// So a parameter costs no more along the run than a number would that was written in its place. A
// division by a constant becomes a product with its reciprocal, as it does for numbers.
#pragma once

#include "compiled/tape_builder.hpp"

namespace rattleback {

struct TapeParts {
    Tape once, along;
    Tape first;  // the same as `along`, of its first outputs alone
};

struct WholeTape {
    const ExprVector& inputs;
    std::size_t varying;  // the first of these
    std::vector<TapeBuilder::Made> made;
};

TapeParts in_parts(WholeTape whole, std::span<const Value> outputs, std::size_t first);

}  // namespace rattleback
