// How large the entries of a state naturally are, in whatever units the model is written.
//
// An absolute tolerance needs a size for each entry, zero ones too. Velocities are compared by their
// kinetic energy: one that had all of it would be ‖v‖/√Gᵢᵢ, where ‖v‖² = vᵀMv and G = ΨᵀMΨ is the
// inertia of the form's speeds, Ψ = ∂v/∂(speeds). At rest the forces tell, with ‖a‖ for the
// accelerations of the speeds: ‖v‖ is at least ‖a‖τ, with τ = (‖q‖/‖a‖)^½, the time in which they
// move the state by its size, or the length T of the run if that is shorter; where reactions balance
// the forces, the accelerations are those without reactions. Coordinates are
// compared with the way that such velocities go in the time ‖v‖/‖a‖. A part of T takes the place of
// times that nothing tells: a run that is longer should not be less exact. Of all this a tenth is
// taken, or the entry itself where it is larger: a size that is too large costs accuracy, one that is
// too small costs only time.
//
// Where a heavy body is fast, all of its energy would be far too much for a light one. No size is
// therefore larger than what the entry makes of itself: a speed z that changes at the rate r goes to
// rτ in its own time τ, the longer of z/r and (w/r)^½, where w is the way behind it; a coordinate goes
// at the velocities of such speeds for the shortest of these times. Rates are the largest at the start
// and near it, so that none vanishes or is rounding by chance; what does not move there is looked at
// where the velocities of the start lead to, and what does not move there either has the size that the
// energy gives it. Where reactions, or friction that holds, leave only rounding of a rate, the forces
// alone tell it. Reactions
// also carry the rounding of what is fast to all that constraints couple with it, as their multipliers
// would move it, and no size is so small that the tolerance would be less than that: the last trailer
// of a long train, which does not turn at first, is not asked for digits that nobody has.
//
// What has neither inertia nor a value nor a rate has the size 1. Of an entry that is zero, and that
// nothing moves there nor anywhere one looks, nothing tells what it makes of itself: its size is
// provisional, and the run finds another one when it moves (tolerance_floors.hpp).
#pragma once

#include "trajectory/motion_problem.hpp"

namespace rattleback {

struct TimeSpan {
    double from, until;
};

struct NaturalSizes {
    std::vector<double> sizes;
    std::vector<char> untold;  // 1: provisional
};

// Friction that holds couples coordinates as constraints do: each row has what it exerts on each.
NaturalSizes natural_sizes(const MotionProblem& motion, std::span<const double> state,
                           TimeSpan span, double rtol, const ExprMatrix& held = {});

}  // namespace rattleback
