// The values of a quantity that somebody writes, at the samples of a run.
//
//     quantity_along(run, "x'^2 + y'^2");                            // one per run.trajectory.times
//
// It is a column of the samples, of the reactions or of the forces at contacts by its name, or a formula
// of the columns and of all that the model has names for (quantity_rate.hpp). Accelerations and what else
// the samples have not are those of the equations there (trajectory/values_along.hpp).
#pragma once

#include <string>
#include <vector>

#include "study/run_motion.hpp"

namespace rattleback {

// Throws ModelError where the formula cannot be read.
std::vector<double> quantity_along(const Run& run, const std::string& quantity);

}  // namespace rattleback
