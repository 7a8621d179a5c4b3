#include "files/data_files_part.hpp"

extern "C" [[gnu::visibility("default")]] const rattleback::DataFilesPart* rattleback_data_files() {
    static constexpr rattleback::DataFilesPart part{
        rattleback::hdf5_bytes, rattleback::fill_hdf5_file, rattleback::zip_archive};
    return &part;
}
