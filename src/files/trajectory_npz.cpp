// NumPy's NPZ: a ZIP archive, here without compression, of one .npy file per array, each in NumPy's
// format version 1.0.
#include <array>
#include <bit>
#include <cstring>

#include "files/trajectory_files.hpp"
#include "files/trajectory_json.hpp"
#include "files/zip_archive.hpp"
#include "trajectory/trajectory_table.hpp"

namespace rattleback {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename T>
void append(std::string& bytes, T value) {
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), &value, sizeof(T));
    bytes.append(raw.data(), raw.size());
}

// "\x93NUMPY", version 1.0, and a header that makes the data begin at a multiple of 64.
std::string npy(const std::string& type, const std::string& shape, std::string_view data) {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    constexpr std::size_t before = 10;
    header.append(63 - (before + header.size()) % 64, ' ');
    header += '\n';
    std::string bytes("\x93NUMPY\x01\x00", 8);
    append(bytes, static_cast<std::uint16_t>(header.size()));
    return bytes.append(header).append(data);
}

std::string doubles(std::span<const double> numbers, const std::string& shape) {
    std::string data(numbers.size_bytes(), '\0');
    if (!numbers.empty()) std::memcpy(data.data(), numbers.data(), data.size());
    return npy("<f8", shape, data);
}

std::string table(const Rows& rows) {
    return doubles(flat(rows), std::to_string(rows.size()) + ", " + std::to_string(rows.width()));
}

// Code points of valid UTF-8.
std::u32string code_points(const std::string& text) {
    std::u32string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) == 0x80U)
            result.back() = (result.back() << 6U) | (byte & 0x3FU);
        else
            result.push_back(byte < 0x80U   ? byte
                             : byte < 0xE0U ? byte & 0x1FU
                             : byte < 0xF0U ? byte & 0x0FU
                                            : byte & 0x07U);
    }
    return result;
}

// Texts of equal width in UTF-32, padded with zeros.
std::string texts(const std::vector<std::string>& list, const std::string& shape) {
    std::vector<std::u32string> wide;
    std::size_t width = 1;
    for (const std::string& text : list) {
        wide.push_back(code_points(text));
        width = std::max(width, wide.back().size());
    }
    std::string data;
    for (std::u32string& text : wide) {
        text.resize(width);
        for (const char32_t c : text) append(data, c);
    }
    return npy("<U" + std::to_string(width), shape, data);
}

std::string names(const std::vector<std::string>& list) {
    return texts(list, std::to_string(list.size()) + ",");
}

}  // namespace

std::string trajectory_npz(const CheckedRun& run) {
    const Trajectory& trajectory = run.trajectory;
    const TrajectoryTable samples = table_of(trajectory);
    std::vector<ArchivedFile> files{
        {"t.npy", doubles(trajectory.times, std::to_string(trajectory.times.size()) + ",")},
        {"y.npy", table(samples.rows)},
        {"columns.npy", names(samples.columns)},
        {"reactions.npy", table(trajectory.reactions)},
        {"reaction_names.npy", names(trajectory.reaction_names)}};
    if (trajectory.drives.size() > 0) {
        files.push_back({"drives.npy", table(trajectory.drives)});
        files.push_back({"drive_names.npy", names(trajectory.drive_names)});
    }
    if (trajectory.contacts.size() > 0) {
        files.push_back({"contacts.npy", table(trajectory.contacts)});
        files.push_back({"contact_names.npy", names(contact_columns(trajectory))});
    }
    files.push_back({"about.npy", texts({trajectory_about(run)}, "")});
    return zip_archive(files);
}

}  // namespace rattleback
