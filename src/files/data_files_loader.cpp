#include "base/loaded_part.hpp"
#include "files/data_files_part.hpp"

namespace rattleback {
namespace {

const DataFilesPart& part() {
    static const DataFilesPart& only = *function_of_part<DataFilesEntry>("data_files")();
    return only;
}

}  // namespace

std::string hdf5_bytes(const Samples& samples, const std::string& about) {
    return part().hdf5(samples, about);
}

void fill_hdf5_file(const std::string& name, const Samples& samples, const std::string& about) {
    part().fill_hdf5(name, samples, about);
}

std::string zip_archive(const std::vector<ArchivedFile>& files) { return part().zip(files); }

}  // namespace rattleback
