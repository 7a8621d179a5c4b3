// Which root or logarithm of the equations a run came to the end of.
//
// A force −√x has no value beyond x = 0. Methods learn that in different ways, by numbers that are not
// finite, steps that vanish, an iteration that does not converge; the cause is the same, and is found
// afterwards: an argument that has fallen to nothing beside what it was along the run.
#pragma once

#include <optional>
#include <string>

#include "trajectory/motion_problem.hpp"

namespace rattleback {

// In words that follow a colon: "sqrt(x) has no value beyond x = 0".
std::optional<Sentence> ended_root(const MotionProblem& motion, const Trajectory& run);

}  // namespace rattleback
