// A trajectory taken away: CSV, JSON, NumPy's NPZ, HDF5.
//
//   .csv    one line per sample: t, then the columns; names in the first line
//   .json   one object; see trajectory_json
//   .npz    arrays t, y (one row per sample), columns; what the run has of multipliers, reactions
//   .h5     datasets of the same names
//
// Numbers are written so that reading them gives the same double again.
#pragma once

#include <string>

#include "trajectory/trajectory.hpp"

namespace rattleback {

std::string trajectory_csv(const Trajectory& trajectory);

// {"form", "method", "columns": […], "t": […], "y": [[…], …],
//  "stop": {"reason", "t", "message"}, "checks": {name: {"max", "at"}}, "statistics": {…}}
// and, where there are any, "multipliers", "reactions" (names and rows), "events" and "notes".
std::string trajectory_json(const Trajectory& trajectory);

// By the ending of the name. Throws std::runtime_error with a sentence when the ending is none of
// those above, or the file cannot be written.
void write_trajectory(const std::string& path, const Trajectory& trajectory);

// The two binary formats.
void write_npz(const std::string& path, const Trajectory& trajectory);
void write_hdf5(const std::string& path, const Trajectory& trajectory);

}  // namespace rattleback
