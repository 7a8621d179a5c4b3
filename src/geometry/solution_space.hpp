// What linear conditions on velocities leave: {v : A v + c = 0} = start + span(basis).
//
// Row after row of A restricts the basis so far, so that a skate's (sin φ, −cos φ, 0) gives
// (cos φ, sin φ, 0) and (0, 0, 1). On the basis a row is one condition Σ rⱼ cⱼ = 0 on coefficients.
// If only two of them occur, (r₂, −r₁) solves it without a divisor, and vanishes only where the
// condition itself does; else it is solved for one of them (pivot_choice.hpp), which divides by its
// rₚ. `start` is divided by the same rₚ, or by r₁² + r₂². Where the constraints are independent,
// therefore, nothing fails but where a divisor of the basis vanishes, and each vector keeps entries
// that no other one has, and that are not divided.
#pragma once

#include "model/system.hpp"

namespace rattleback {

struct SolutionSpace {
    ExprMatrix basis;  // of {v : A v = 0}, one vector per row
    ExprVector start;
};

// At least one row. Throws NumericalError when it cannot be decided whether a row vanishes.
SolutionSpace solution_space(const System& system, const ExprMatrix& a, const ExprVector& c);

// The basis alone; empty where A has no rows.
ExprMatrix null_space(const System& system, const ExprMatrix& a);

}  // namespace rattleback
