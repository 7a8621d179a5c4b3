// What a function of θ does over a step, as far as its values on a grid tell.
//
// For events that change so often that the work for bounds of a whole run does not suffice. The grid is
// halved where the middle of a cell is not what its ends promise; where three neighbours show that the value
// comes near to zero and turns back, its extremum is looked for. What happens between two points of the grid
// and leaves no trace at them is not seen: bounds do not miss it.
#pragma once

#include <vector>

#include "trajectory/event_side.hpp"
#include "trajectory/function_ref.hpp"

namespace rattleback {

struct SampledGrid {
    std::size_t cells = 2;      // at first
    double relative_error = 0;  // of values, of the largest over the step
};

// Nodes from θ = 0 to θ = 1, both included.
void sample_event(FunctionRef<double(double)> value, const SampledGrid& grid,
                  std::vector<EventNode>& nodes);

}  // namespace rattleback
