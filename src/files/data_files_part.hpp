// What the part of Rattleback that knows HDF5 and libzip gives (base/loaded_part.hpp): the functions of
// hdf5_file.hpp and zip_archive.hpp. Both sides of the part are built from this header, and from no other
// version of it: the file of the part is named after the version.
#pragma once

#include "files/hdf5_file.hpp"
#include "files/zip_archive.hpp"

namespace rattleback {

struct DataFilesPart {
    decltype(&hdf5_bytes) hdf5;
    decltype(&fill_hdf5_file) fill_hdf5;
    decltype(&zip_archive) zip;
};

using DataFilesEntry = const DataFilesPart*();

}  // namespace rattleback
