// What is known of events where one part of a run ends and the next begins.
//
// A run across jumps of the forces is integrated in parts (phases.hpp), and what an event does where
// two of them meet shows only from both sides. A part begins with what the part before left here.
#pragma once

#include <vector>

#include "trajectory/event_side.hpp"

namespace rattleback {

struct EventSoFar {
    EventSide side = {};
    std::size_t parts = 0;  // of steps that were looked at
    std::optional<double> sampled_since = {};
};

struct EventsSoFar {
    std::vector<EventSoFar> events;
    std::size_t steps = 0;
    double longest_step = 0;
};

}  // namespace rattleback
