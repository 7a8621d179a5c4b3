// The stepping loop of all explicit Runge–Kutta pairs.
//
// One loop for every table of runge_kutta_pairs.hpp: stages, error, PI step control, first same as
// last, dense output only where somebody wants it. Steps that it chooses must not jump over a force
// (step_guard.hpp). Nothing is allocated between the first step and the last, apart from what the
// recorder keeps. y is summed with compensation, so that what many small steps lose to rounding is
// carried along.
//
// Not for stiff problems: there the steps are as small as stability asks, whatever the tolerance.
// With watch_stiffness the loop looks for that, as Hairer's codes do, and returns to its caller.
#pragma once

#include <cstdint>

#include "trajectory/recorder.hpp"
#include "trajectory/runge_kutta_pairs.hpp"

namespace rattleback {

enum class ExplicitOutcome : std::uint8_t { Stopped, Stiff };

// From the recorder's time and state to its end. Stiff: the run is not over.
ExplicitOutcome run_explicit(const RungeKuttaPair& pair, const OdeProblem& problem,
                             Recorder& recorder, bool watch_stiffness = false);

}  // namespace rattleback
