// What is allowed of a deviation, and whether a check holds and decides anything.
//
// What happens later excuses nothing: each deviation is compared with what is allowed up to its time,
// and up to the middle of the run, for a motion that begins at rest has no sizes yet. Told is the worst
// of those that are not allowed, and else the largest.
#pragma once

#include "dynamics/motion_checks.hpp"

namespace rattleback {

// Of the size that a quantity has in the first half of the run, counted as tolerances count: what is
// allowed must be less, or the check decides nothing.
inline constexpr double decisive = 1e-2;

// How much of the tolerance may be met again, where the absolute part reaches and sizes are known, and
// what the rounding of the formulas is.
struct Allowance {
    double rtol, times;

    double of(double reach, double size, double of_formula) const;
};

MotionCheck judged(const Watch& watch, const Worst& worst, const Allowance& allowance);

}  // namespace rattleback
