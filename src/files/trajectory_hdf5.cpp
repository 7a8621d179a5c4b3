// HDF5: the same arrays as datasets. The file is made in memory, so that it reaches the disk like
// every other: whole or not at all.
#include <hdf5.h>

#include <stdexcept>

#include "files/trajectory_files.hpp"
#include "files/trajectory_json.hpp"
#include "trajectory/trajectory_table.hpp"

namespace rattleback {
namespace {

void require(herr_t status) {
    if (status < 0) throw std::runtime_error("The run could not be put into the form of HDF5.");
}

// A handle that closes itself.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) { require(id < 0 ? -1 : 0); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { close_(id_); }
    operator hid_t() const { return id_; }  // NOLINT: it stands for the number

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

struct Content {
    hid_t type, space;
    const void* data;
};

// Without the time at which it was written: the same run has the same bytes.
void add(hid_t file, const char* name, const Content& content) {
    const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    require(H5Pset_obj_track_times(creation, false));
    const Handle set(
        H5Dcreate2(file, name, content.type, content.space, H5P_DEFAULT, creation, H5P_DEFAULT),
        H5Dclose);
    if (H5Sget_simple_extent_npoints(content.space) == 0) return;
    require(H5Dwrite(set, content.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, content.data));
}

void add_numbers(hid_t file, const char* name, std::span<const double> numbers,
                 const std::vector<hsize_t>& shape) {
    const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                       H5Sclose);
    add(file, name, {H5T_IEEE_F64LE, space, numbers.data()});
}

void add_table(hid_t file, const char* name, const Rows& rows) {
    add_numbers(file, name, flat(rows), {rows.size(), rows.width()});
}

void add_texts(hid_t file, const char* name, const std::vector<const char*>& texts, hid_t space) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    require(H5Tset_size(type, H5T_VARIABLE));
    require(H5Tset_cset(type, H5T_CSET_UTF8));
    add(file, name, {type, space, texts.data()});
}

void add_names(hid_t file, const char* name, const std::vector<std::string>& list) {
    std::vector<const char*> texts;
    for (const std::string& text : list) texts.push_back(text.c_str());
    const hsize_t size = texts.size();
    add_texts(file, name, texts, Handle(H5Screate_simple(1, &size, nullptr), H5Sclose));
}

// An HDF5 file that lives in memory and never touches the disk.
Handle file_in_memory() {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    constexpr std::size_t growth = std::size_t{1} << 20U;
    require(H5Pset_fapl_core(access, growth, 0));
    return {H5Fcreate("rattleback", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

std::string image_of(hid_t file) {
    require(H5Fflush(file, H5F_SCOPE_GLOBAL));
    const ssize_t size = H5Fget_file_image(file, nullptr, 0);
    require(size < 0 ? -1 : 0);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    require(H5Fget_file_image(file, bytes.data(), bytes.size()) < 0 ? -1 : 0);
    return bytes;
}

}  // namespace

std::string trajectory_hdf5(const CheckedRun& run) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are exceptions here, not prints
    const Trajectory& trajectory = run.trajectory;
    const TrajectoryTable samples = table_of(trajectory);
    const std::string about = trajectory_about(run);
    const Handle file = file_in_memory();
    add_numbers(file, "t", trajectory.times, {trajectory.times.size()});
    add_table(file, "y", samples.rows);
    add_names(file, "columns", samples.columns);
    add_table(file, "reactions", trajectory.reactions);
    add_names(file, "reaction_names", trajectory.reaction_names);
    if (trajectory.contacts.size() > 0) {
        add_table(file, "contacts", trajectory.contacts);
        add_names(file, "contact_names", contact_columns(trajectory));
    }
    add_texts(file, "about", {about.c_str()}, Handle(H5Screate(H5S_SCALAR), H5Sclose));
    return image_of(file);
}

}  // namespace rattleback
