// A run taken away: CSV, JSON, NumPy's NPZ, HDF5.
//
//   .csv    one line per sample: t, the columns, the reactions, the contact forces; their names in the first line
//   .json   one object, as below
//   .npz    arrays t, y (one row per sample), columns, reactions, reaction_names, and `about`: the
//           JSON object without what the arrays hold
//   .h5     datasets of the same names
//
// Columns are those of trajectory_table.hpp: coordinates, velocities, other speeds of the form, its
// multipliers. Numbers are written so that reading them gives the same double again; what has no value
// is NaN, and null in JSON.
//
//   {"form", "method", "columns": […], "t": […], "y": [[…], …], "state_columns": […],
//    "stop": {"reason", "t", "message", "what", "y"},
//    "checks": {name: {"max", "at", "allowed", "holds", "decides"}},
//    "statistics": {…}, "events": [{"name", "t", "direction", "y", …}, …], "contact_findings": [{…}, …],
//    "notes": […], "methods": [{"name", "from"}, …],
//    "reactions": {"columns": […], "y": [[…], …]}, "contacts": {"columns": […], "y": [[…], …]}}
//
// What is told of contacts is there where the model has some. The y of an event and of the stop is the
// state of the form there, in `state_columns`. Each function gives the bytes of a file.
#pragma once

#include <optional>
#include <string>

#include "dynamics/motion_checks.hpp"
#include "files/sample_rows.hpp"

namespace rattleback {

std::string trajectory_csv(const Trajectory& trajectory);
// The seconds that the run took differ from run to run; all else does not.
std::string trajectory_json(const CheckedRun& run, bool with_seconds = false);
std::string trajectory_npz(const CheckedRun& run);
std::string trajectory_hdf5(const CheckedRun& run);
// The same of samples that come in pieces, into a file that is there and empty. Of the run about which it
// is no sample is looked at.
void fill_hdf5(const std::string& name, const Samples& samples, const CheckedRun& about);

// Why a run could not be written to a file of this name, in a sentence: an ending that is none of
// those above, a folder that is not there.
std::optional<std::string> obstacle_to_trajectory_file(const std::string& path);

// By the ending of the name. Throws std::runtime_error with a sentence when it cannot be written.
void write_trajectory(const std::string& path, const CheckedRun& run);

// Whether a file of this name can be written with samples that come in pieces: .csv and .h5, where they
// are no devices.
bool can_be_filled(const std::string& path);
// As write_trajectory.
void write_samples(const std::string& path, const Samples& samples, const CheckedRun& about);

}  // namespace rattleback
