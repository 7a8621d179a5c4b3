#include "files/trajectory_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "base/write_file.hpp"
#include "trajectory/trajectory_table.hpp"

namespace rattleback {
namespace {

// Comma, quotes and line ends need quotes; a velocity x' does not.
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

struct FileKind {
    std::string_view ending;
    std::string (*bytes)(const CheckedRun& run);
};

constexpr std::array<FileKind, 5> kinds{{
    {".csv", [](const CheckedRun& run) { return trajectory_csv(run.trajectory); }},
    {".json", [](const CheckedRun& run) { return trajectory_json(run); }},
    {".npz", trajectory_npz},
    {".h5", trajectory_hdf5},
    {".hdf5", trajectory_hdf5},
}};

const FileKind* kind_of(const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    const auto* const row = std::ranges::find(kinds, ending, &FileKind::ending);
    return row == kinds.end() ? nullptr : row;
}

}  // namespace

std::string trajectory_csv(const Trajectory& trajectory) {
    const TrajectoryTable table = table_of(trajectory);
    const bool has_contacts = trajectory.contacts.size() > 0;
    std::string text = "t";
    for (const auto* names : {&table.columns, &trajectory.reaction_names})
        for (const std::string& name : *names) text += "," + csv_field(name);
    if (has_contacts)
        for (const std::string& name : contact_columns(trajectory)) text += "," + csv_field(name);
    text += '\n';
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
        text += fmt::format("{}", trajectory.times[i]);
        for (const double x : table.rows[i]) text += fmt::format(",{}", x);
        if (!trajectory.reaction_names.empty())
            for (const double x : trajectory.reactions[i]) text += fmt::format(",{}", x);
        if (has_contacts)
            for (const double x : trajectory.contacts[i]) text += fmt::format(",{}", x);
        text += '\n';
    }
    return text;
}

std::optional<std::string> obstacle_to_trajectory_file(const std::string& path) {
    if (kind_of(path) == nullptr)
        return fmt::format(
            "The name '{}' does not say how the run is to be written: it must end in .csv, .json, "
            ".npz or .h5.",
            path);
    return obstacle_to_writing(path);
}

void write_trajectory(const std::string& path, const CheckedRun& run) {
    if (const auto obstacle = obstacle_to_trajectory_file(path))
        throw std::runtime_error(*obstacle);
    write_file(path, kind_of(path)->bytes(run));
}

}  // namespace rattleback
