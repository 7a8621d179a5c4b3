#include "trajectory/trajectory.hpp"

#include <fmt/format.h>

#include "base/errors.hpp"

namespace rattleback {

std::vector<double> Trajectory::at(double t) const {
    if (dense.empty())
        throw NumericalError(
            "The trajectory has no dense output; it is kept when 'dense' is set in the options.");
    if (!dense.covers(t))
        throw NumericalError(
            fmt::format("The trajectory has no state at t = {:.10g}: it goes from {} to {}.", t,
                        dense.from(), dense.until()));
    std::vector<double> y(states.width());
    dense.evaluate(t, y);
    return y;
}

}  // namespace rattleback
