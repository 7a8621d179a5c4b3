// The values of a quantity that somebody writes, at the samples of a run.
//
//     quantity_along(run, "x'^2 + y'^2");                            // one per run.trajectory.times
//
// It is a column of the samples by its name, or a formula of them and of all that the model has names
// for (quantity_rate.hpp); coordinates have one prime at most, since samples have no accelerations.
#pragma once

#include <string>
#include <vector>

#include "study/run_motion.hpp"

namespace rattleback {

// Throws ModelError where the formula cannot be read.
std::vector<double> quantity_along(const Run& run, const std::string& quantity);

}  // namespace rattleback
