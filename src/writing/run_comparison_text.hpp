// Two runs beside each other, for a terminal and for a program to read.
//
// Where they start, how far apart they are at equal times, whether they agree within their errors, and
// how they ended. How they part is said by comparison_text.hpp.
#pragma once

#include "study/compare_runs.hpp"

namespace rattleback {

std::string run_comparison_text(const std::string& title, const RunComparison& found);
std::string run_comparison_json(const RunComparison& found);

// Whether both begin at the same positions and velocities, as far as these are written.
bool begin_alike(const RunComparison& found);

}  // namespace rattleback
