// A run in words, for a terminal: what was computed, how it ended, and what was checked.
//
//     form    benenti
//     method  dop853, rtol 1e-10
//     time    0 to 20 in 74 steps
//
//     The run reached its end, t = 20.
//
// and then the final state, events, notes and checks, each where there is one. A number below the
// absolute tolerance is written as 0: its digits mean nothing.
#pragma once

#include <string>

#include "dynamics/motion_checks.hpp"
#include "trajectory/integration_options.hpp"

namespace rattleback {

std::string trajectory_text(const CheckedRun& run, const IntegrationOptions& options);

}  // namespace rattleback
