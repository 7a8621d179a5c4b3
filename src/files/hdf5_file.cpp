#include "files/hdf5_file.hpp"

#include <hdf5.h>

#include <stdexcept>
#include <vector>

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

// Without the time at which it was written: the same run has the same bytes.
Handle dataset(hid_t file, const char* name, hid_t type, hid_t space) {
    const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    require(H5Pset_obj_track_times(creation, false));
    return {H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose};
}

using Shape = std::vector<hsize_t>;

Handle space_of(const Shape& shape) {
    return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose};
}

// Some columns of the samples, or one of them as a list.
struct Columns {
    std::size_t first, count;
    bool is_list = false;

    Shape shape(std::size_t rows) const { return is_list ? Shape{rows} : Shape{rows, count}; }
};

void add_columns(hid_t file, const char* name, const Samples& samples, const Columns& columns) {
    const Handle space = space_of(columns.shape(samples.count));
    const Handle set = dataset(file, name, H5T_IEEE_F64LE, space);
    Shape first = columns.shape(0);
    if (!columns.is_list) first[1] = 0;
    samples.pieces([&](const Rows& rows) {
        std::vector<double> entries;
        entries.reserve(rows.size() * columns.count);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto part = rows[i].subspan(columns.first, columns.count);
            entries.insert(entries.end(), part.begin(), part.end());
        }
        if (entries.empty()) return;
        const Shape shape = columns.shape(rows.size());
        require(H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, shape.data(),
                                    nullptr));
        require(H5Dwrite(set, H5T_IEEE_F64LE, space_of(shape), space, H5P_DEFAULT, entries.data()));
        first[0] += rows.size();
    });
}

void add_texts(hid_t file, const char* name, const std::vector<const char*>& texts, hid_t space) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    require(H5Tset_size(type, H5T_VARIABLE));
    require(H5Tset_cset(type, H5T_CSET_UTF8));
    const Handle set = dataset(file, name, type, space);
    if (H5Sget_simple_extent_npoints(space) == 0) return;
    require(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()));
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

Handle file_on_disk(const std::string& name) {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    require(H5Pset_file_locking(access, false, true));
    return {H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

void fill(hid_t file, const Samples& samples, const std::string& about) {
    const SampleNames& names = samples.names;
    const std::size_t columns = names.columns.size(), reactions = names.reactions.size(),
                      drives = names.drives.size();
    add_columns(file, "t", samples, {0, 1, true});
    add_columns(file, "y", samples, {1, columns});
    add_names(file, "columns", names.columns);
    add_columns(file, "reactions", samples, {1 + columns, reactions});
    add_names(file, "reaction_names", names.reactions);
    if (drives > 0) {
        add_columns(file, "drives", samples, {1 + columns + reactions, drives});
        add_names(file, "drive_names", names.drives);
    }
    if (!names.contacts.empty()) {
        add_columns(file, "contacts", samples,
                    {1 + columns + reactions + drives, names.contacts.size()});
        add_names(file, "contact_names", names.contacts);
    }
    add_texts(file, "about", {about.c_str()}, Handle(H5Screate(H5S_SCALAR), H5Sclose));
}

// Errors are exceptions here, not prints.
void stay_silent() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

}  // namespace

std::string hdf5_bytes(const Samples& samples, const std::string& about) {
    stay_silent();
    const Handle file = file_in_memory();
    fill(file, samples, about);
    return image_of(file);
}

void fill_hdf5_file(const std::string& name, const Samples& samples, const std::string& about) {
    stay_silent();
    const Handle file = file_on_disk(name);
    fill(file, samples, about);
    require(H5Fflush(file, H5F_SCOPE_GLOBAL));
}

}  // namespace rattleback
