// Parts of a run as one trajectory.
//
// A run that is integrated in parts, one after the other, gives the samples, events and dense output
// of all of them, each once: a part that begins where another ended does not repeat its last sample.
#pragma once

#include "trajectory/integration_options.hpp"
#include "trajectory/trajectory.hpp"

namespace rattleback {

// What is left of a run at t: the times still to be sampled, the steps and the memory still allowed.
IntegrationOptions rest_of_run(const IntegrationOptions& options, double t,
                               const Trajectory& so_far);

// Appends a part that was computed with such options, in the same variables.
void join(Trajectory& whole, Trajectory part, TrajectoryPhase phase,
          const IntegrationOptions& options);

void add_statistics(const Statistics& more, Statistics& sum);

}  // namespace rattleback
