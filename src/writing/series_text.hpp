// The power series of a motion, for a terminal and for a program to read.
//
//     x(t) = g*t^2/2 - g*w^2*t^4/6 + O(t^7)
#pragma once

#include <string>

#include "study/motion_series.hpp"

namespace rattleback {

std::string series_text(const MotionSeries& series);
std::string series_json(const MotionSeries& series);

}  // namespace rattleback
