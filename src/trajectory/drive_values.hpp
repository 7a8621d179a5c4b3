// What drives of inputs exert and deliver along a run: Q_s and P_s at its samples (model/drives.hpp).
//
// They follow from the accelerations and multipliers there, as quantities do that a person asks for
// (values_along.hpp), by the equations of the phase in which the sample lies.
#pragma once

#include <stop_token>

#include "trajectory/trajectory.hpp"

namespace rattleback {

struct System;
struct Equations;

// Where multipliers on which they depend are not unique, there are none, and a note says so. Where somebody
// ends the run they are left out as reactions are (while_waited_for.hpp).
void add_drives(const System& system, const Equations& equations, const std::stop_token& stop,
                Trajectory& trajectory);

}  // namespace rattleback
