// The samples of a run as one table: coordinates, velocities, the other speeds of the form, multipliers.
//
// A speed that is a velocity, as in the forms of Chaplygin and Voronec, stands there once. A multiplier that is a speed of the form, as in vakonomic motion, is in the state already.
#pragma once

#include <string>
#include <vector>

#include "trajectory/trajectory.hpp"

namespace rattleback {

struct TrajectoryTable {
    std::vector<std::string> columns;
    Rows rows;  // one per time
};

TrajectoryTable table_of(const Trajectory& trajectory);

// The components of the contact forces: "ball x", "ball y", "ball z".
std::vector<std::string> contact_columns(const Trajectory& trajectory);

// All entries, row after row.
std::vector<double> flat(const Rows& rows);

}  // namespace rattleback
