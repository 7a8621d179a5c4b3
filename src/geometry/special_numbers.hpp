// Numbers of a model for which its constraints are others than with letters.
//
// Equations are derived with letters, and hold for all values of the parameters but special ones: with
// c = 0 the constraint c ẋ + y = 0 is one on positions, ẏ − ẋ + c ẋ² = 0 is linear and not quadratic,
// ẋ = c ẏ and ẋ = ẏ say the same for c = 1. The equations with letters then divide by zero, or have
// rows that say nothing. Where the model has such numbers they are put in before anything is derived;
// all other parameters stay letters.
#pragma once

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct SpecialNumbers {
    System system;    // with the special numbers in it; as it was where there are none
    Sentences fixed;  // "c = 0"
};

// Throws NumericalError where the system has no meaning at its numbers.
SpecialNumbers with_special_numbers(const System& system);

}  // namespace rattleback
