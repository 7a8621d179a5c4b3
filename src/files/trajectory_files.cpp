#include "files/trajectory_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <stdexcept>

#include "base/opened_file.hpp"
#include "base/write_file.hpp"
#include "files/hdf5_file.hpp"
#include "files/trajectory_json.hpp"

namespace rattleback {
namespace {

// Comma, quotes and line ends need quotes; a velocity x' does not.
std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string csv_head(const SampleNames& names) {
    std::string text = "t";
    for (const auto* list : {&names.columns, &names.reactions, &names.drives, &names.contacts})
        for (const std::string& name : *list) text += "," + csv_field(name);
    return text + '\n';
}

std::string csv_lines(const Rows& rows) {
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto row = rows[i];
        fmt::format_to(std::back_inserter(text), "{}", row[0]);
        for (const double x : row.subspan(1)) fmt::format_to(std::back_inserter(text), ",{}", x);
        text += '\n';
    }
    return text;
}

void fill_csv(const std::string& name, const Samples& samples, const CheckedRun&) {
    Opened file(name, O_WRONLY | O_TRUNC);
    if (!file.is_open()) fail();
    write_all(file.number(), csv_head(samples.names));
    samples.pieces([&](const Rows& rows) { write_all(file.number(), csv_lines(rows)); });
    file.close();
}

struct FileKind {
    std::string_view ending;
    std::string (*bytes)(const CheckedRun& run);
    // Of a run whose samples come in pieces; null where such a file is made in memory.
    void (*fill)(const std::string& name, const Samples& samples, const CheckedRun& about);
};

constexpr std::array<FileKind, 5> kinds{{
    {".csv", [](const CheckedRun& run) { return trajectory_csv(run.trajectory); }, fill_csv},
    {".json", [](const CheckedRun& run) { return trajectory_json(run); }, nullptr},
    {".npz", trajectory_npz, nullptr},
    {".h5", trajectory_hdf5, fill_hdf5},
    {".hdf5", trajectory_hdf5, fill_hdf5},
}};

const FileKind* kind_of(const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    const auto* const row = std::ranges::find(kinds, ending, &FileKind::ending);
    return row == kinds.end() ? nullptr : row;
}

}  // namespace

std::string trajectory_csv(const Trajectory& trajectory) {
    const SampleNames names = sample_names(trajectory);
    return csv_head(names) + csv_lines(sample_rows(trajectory, names));
}

std::string trajectory_hdf5(const CheckedRun& run) {
    return hdf5_bytes(samples_of(run.trajectory), trajectory_about(run));
}

void fill_hdf5(const std::string& name, const Samples& samples, const CheckedRun& about) {
    fill_hdf5_file(name, samples, trajectory_about(about));
}

std::optional<std::string> obstacle_to_trajectory_file(const std::string& path) {
    if (kind_of(path) == nullptr)
        return fmt::format(
            "The name '{}' does not say how the run is to be written: it must end in .csv, .json, "
            ".npz or .h5.",
            path);
    return obstacle_to_writing(path);
}

bool can_be_filled(const std::string& path) {
    return kind_of(path) != nullptr && kind_of(path)->fill != nullptr && !is_written_directly(path);
}

void write_samples(const std::string& path, const Samples& samples, const CheckedRun& about) {
    if (const auto obstacle = obstacle_to_trajectory_file(path))
        throw std::runtime_error(*obstacle);
    write_file(path, [&](const std::string& name) { kind_of(path)->fill(name, samples, about); });
}

void write_trajectory(const std::string& path, const CheckedRun& run) {
    if (const auto obstacle = obstacle_to_trajectory_file(path))
        throw std::runtime_error(*obstacle);
    write_file(path, kind_of(path)->bytes(run));
}

}  // namespace rattleback
