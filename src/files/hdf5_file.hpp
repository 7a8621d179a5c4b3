// Samples of a run as HDF5, by its C library: the datasets that trajectory_files.hpp lists, with what
// is to be said about the run as a text.
//
// The file is made in memory, so that it reaches the disk like every other, whole or not at all; or,
// where its samples come in pieces, under a name of its own until it is whole.
#pragma once

#include <string>

#include "files/sample_rows.hpp"

namespace rattleback {

// Both throw std::runtime_error with a sentence where HDF5 fails.
std::string hdf5_bytes(const Samples& samples, const std::string& about);
// Into a file that was made, and is locked, by whoever wants it filled.
void fill_hdf5_file(const std::string& name, const Samples& samples, const std::string& about);

}  // namespace rattleback
