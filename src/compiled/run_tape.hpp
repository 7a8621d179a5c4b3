// Formulas some of whose inputs are numbers for the length of a run.
//
//     const RunTape g(inputs, {expression}, varying);      // once, by letters
//     const Tape here = g.at(numbers);                     // per run, of the inputs that vary
//
// For what reads tapes: to put in numbers is to copy the tape, and what they alone determine is
// computed then.
#pragma once

#include "compiled/tape_parts.hpp"

namespace rattleback {

class RunTape {
public:
    // The first `varying` of the inputs vary.
    RunTape(std::span<const Expr> inputs, std::span<const Expr> outputs, std::size_t varying);

    // One number for each of the other inputs.
    Tape at(std::span<const double> numbers) const;

private:
    TapeParts parts_;
};

// The same code with numbers in the place of its last inputs.
Tape with_numbers(const Tape& tape, std::span<const double> numbers);

}  // namespace rattleback
