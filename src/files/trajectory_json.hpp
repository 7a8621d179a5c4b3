// What is known about a run, as JSON: all of it, or without the tables.
//
// The binary files keep the tables as arrays and the rest as this text (trajectory_files.hpp).
#pragma once

#include <string>

#include "files/trajectory_files.hpp"

namespace rattleback {

// Form, method, stop, checks, statistics, events and notes.
std::string trajectory_about(const CheckedRun& run);

}  // namespace rattleback
