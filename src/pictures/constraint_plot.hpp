// Gauss's function along lines of accelerations as a plot over s.
//
// G along every line, and G_W beside it where reactions follow another law. The motion is at s = 0.
#pragma once

#include <string>

#include "dynamics/constraint_curves.hpp"
#include "pictures/plot_data.hpp"

namespace rattleback {

PlotData plot_of(const ConstraintCurves& curves, const std::string& title);

}  // namespace rattleback
