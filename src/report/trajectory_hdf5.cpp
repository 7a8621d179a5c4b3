// HDF5: datasets t, y, columns, and what else the run has; how it ended as attributes of the root.
#include <hdf5.h>

#include <stdexcept>

#include "report/trajectory_files.hpp"

namespace rattleback {
namespace {

// A handle that closes itself.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
        if (id < 0) throw std::runtime_error("the HDF5 file cannot be written");
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { close_(id_); }
    operator hid_t() const { return id_; }  // NOLINT: it stands for the number

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

void require(herr_t status) {
    if (status < 0) throw std::runtime_error("the HDF5 file cannot be written");
}

Handle text_type() {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    require(H5Tset_size(type, H5T_VARIABLE));
    require(H5Tset_cset(type, H5T_CSET_UTF8));
    return Handle(H5Tcopy(type), H5Tclose);
}

void add_numbers(hid_t file, const char* name, std::span<const double> numbers,
                 const std::vector<hsize_t>& shape) {
    const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                       H5Sclose);
    const Handle set(
        H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    if (!numbers.empty())
        require(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
}

void add_table(hid_t file, const char* name, const Rows& rows) {
    std::vector<double> flat;
    flat.reserve(rows.size() * rows.width());
    for (std::size_t i = 0; i < rows.size(); ++i)
        flat.insert(flat.end(), rows[i].begin(), rows[i].end());
    add_numbers(file, name, flat, {rows.size(), rows.width()});
}

void add_names(hid_t file, const char* name, const std::vector<std::string>& list) {
    if (list.empty()) return;
    std::vector<const char*> texts;
    for (const std::string& text : list) texts.push_back(text.c_str());
    const hsize_t size = texts.size();
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose), type = text_type();
    const Handle set(H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Dclose);
    require(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()));
}

void add_attribute(hid_t file, const char* name, const std::string& text) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose), type = text_type();
    const Handle attribute(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    const char* const value = text.c_str();
    require(H5Awrite(attribute, type, &value));
}

}  // namespace

void write_hdf5(const std::string& path, const Trajectory& trajectory) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are exceptions here, not prints
    const hid_t opened = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (opened < 0) throw std::runtime_error("the file '" + path + "' cannot be written");
    const Handle file(opened, H5Fclose);
    add_numbers(file, "t", trajectory.times, {trajectory.times.size()});
    add_table(file, "y", trajectory.states);
    add_names(file, "columns", trajectory.columns);
    if (trajectory.multipliers.size() > 0) {
        add_table(file, "multipliers", trajectory.multipliers);
        add_names(file, "multiplier_names", trajectory.multiplier_names);
    }
    if (trajectory.reactions.size() > 0) {
        add_table(file, "reactions", trajectory.reactions);
        add_names(file, "reaction_names", trajectory.reaction_names);
    }
    add_attribute(file, "form", trajectory.form);
    add_attribute(file, "method", trajectory.method);
    add_attribute(file, "stop", std::string(name_of(trajectory.stop.reason)));
    add_attribute(file, "message", trajectory.stop.message);
}

}  // namespace rattleback
