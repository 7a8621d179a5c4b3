// f(t, y) as a tape, for methods that need more of f than its values: Taylor series.
//
// Inputs are the entries of y, then t, then parameters, whose values stand here; outputs are the
// entries of f. A problem has one where its equations are straight-line code: where the linear
// system for the accelerations is symmetric and small (compiled/linear_solve.hpp).
#pragma once

#include <vector>

#include "compiled/tape.hpp"

namespace rattleback {

struct RateTape {
    Tape tape;
    std::vector<double> parameters;
};

}  // namespace rattleback
