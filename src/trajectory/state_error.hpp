// How far a state on the way of a run may be wrong: what events need to part a touch from two crossings.
//
// Each step may err by its tolerance, and the errors of several steps add up at the most.
#pragma once

#include <cstddef>
#include <span>

namespace rattleback {

// Entries of y may be wrong by absoluteᵢ + relative·|yᵢ| for each step.
struct StateError {
    double relative = 0;
    std::span<const double> absolute = {};  // of each entry, or none
    double steps = 1;

    double of(std::size_t entry, double size) const {
        return steps * ((absolute.empty() ? 0 : absolute[entry]) + relative * size);
    }
    bool is_nothing() const { return relative == 0 && absolute.empty(); }
};

}  // namespace rattleback
