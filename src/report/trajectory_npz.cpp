// NumPy's NPZ: a ZIP archive, here without compression, of one .npy file per array. The layout of
// both is that of the ZIP application note 4.3 and of NumPy's format version 1.0.
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "report/trajectory_files.hpp"
#include "report/trajectory_json.hpp"
#include "report/trajectory_table.hpp"

namespace rattleback {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename T>
void append(std::string& bytes, T value) {
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), &value, sizeof(T));
    bytes.append(raw.data(), raw.size());
}

// The remainders of every byte, by the polynomial of ZIP.
constexpr std::array<std::uint32_t, 256> crc_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? 0xEDB88320U : 0U);
        table[byte] = rest;
    }
    return table;
}();

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes)
        crc = (crc >> 8U) ^ crc_table[(crc ^ static_cast<unsigned char>(c)) & 0xFFU];
    return ~crc;
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

class Archive {
public:
    void add(const std::string& name, const std::string& bytes) {
        const auto offset = static_cast<std::uint32_t>(files_.size());
        std::string entry;                 // what the local header and the directory have in common
        append<std::uint16_t>(entry, 20);  // version needed
        append<std::uint16_t>(entry, 0);   // flags
        append<std::uint16_t>(entry, 0);   // stored
        append<std::uint32_t>(entry, 0x210000);  // 1 January 1980
        append(entry, crc32(bytes));
        append(entry, static_cast<std::uint32_t>(bytes.size()));
        append(entry, static_cast<std::uint32_t>(bytes.size()));
        append(entry, static_cast<std::uint16_t>(name.size()));
        append<std::uint16_t>(entry, 0);  // extra field
        append<std::uint32_t>(files_, 0x04034B50);
        files_ += entry + name + bytes;

        append<std::uint32_t>(directory_, 0x02014B50);
        append<std::uint16_t>(directory_, 20);  // version made by
        directory_ += entry;
        directory_.append(2 + 2 + 2 + 4, '\0');  // comment, disk, attributes
        append(directory_, offset);
        directory_ += name;
        ++count_;
    }

    std::string bytes() const {
        if (files_.size() + directory_.size() > 0xFFFF0000U)
            throw std::runtime_error(
                "The run is too long for an .npz file, which ends at 4 GiB; write an .h5 file.");
        std::string end;
        append<std::uint32_t>(end, 0x06054B50);
        append<std::uint32_t>(end, 0);  // disks
        append(end, count_);
        append(end, count_);
        append(end, static_cast<std::uint32_t>(directory_.size()));
        append(end, static_cast<std::uint32_t>(files_.size()));
        append<std::uint16_t>(end, 0);  // comment
        return files_ + directory_ + end;
    }

private:
    std::string files_, directory_;
    std::uint16_t count_ = 0;
};

}  // namespace

std::string trajectory_npz(const CheckedRun& run) {
    const Trajectory& trajectory = run.trajectory;
    const TrajectoryTable samples = table_of(trajectory);
    Archive archive;
    archive.add("t.npy", doubles(trajectory.times, std::to_string(trajectory.times.size()) + ","));
    archive.add("y.npy", table(samples.rows));
    archive.add("columns.npy", names(samples.columns));
    archive.add("reactions.npy", table(trajectory.reactions));
    archive.add("reaction_names.npy", names(trajectory.reaction_names));
    archive.add("about.npy", texts({trajectory_about(run)}, ""));
    return archive.bytes();
}

}  // namespace rattleback
