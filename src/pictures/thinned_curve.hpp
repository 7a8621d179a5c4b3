// A curve with as few corners as the eye allows.
//
// Ramer, Douglas and Peucker: a point stays if the straight line past it would miss it by more than
// the tolerance. Ends stay. Every point that goes is within the tolerance of the line that remains.
#pragma once

#include <vector>

namespace rattleback {

struct PlotPoint {
    double x = 0, y = 0;
};

std::vector<PlotPoint> thinned(const std::vector<PlotPoint>& curve, double tolerance);

}  // namespace rattleback
