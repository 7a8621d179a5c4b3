// NumPy's NPZ: a ZIP archive, here without compression, of one .npy file per array. The layout of
// both is that of the ZIP application note 4.3 and of NumPy's format version 1.0.
#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "report/trajectory_files.hpp"

namespace rattleback {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename T>
void append(std::string& bytes, T value) {
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), &value, sizeof(T));
    bytes.append(raw.data(), raw.size());
}

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
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
    std::string data;
    for (const double x : numbers) append(data, x);
    return npy("<f8", shape, data);
}

std::string table(const Rows& rows) {
    std::string data;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const double x : rows[i]) append(data, x);
    return npy("<f8", std::to_string(rows.size()) + ", " + std::to_string(rows.width()), data);
}

// UTF-8 bytes of equal width, padded with zeros.
std::string names(const std::vector<std::string>& list) {
    std::size_t width = 1;
    for (const std::string& name : list) width = std::max(width, name.size());
    std::string data;
    for (const std::string& name : list) {
        data += name;
        data.append(width - name.size(), '\0');
    }
    return npy("|S" + std::to_string(width), std::to_string(list.size()) + ",", data);
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

void write_npz(const std::string& path, const Trajectory& trajectory) {
    Archive archive;
    archive.add("t.npy", doubles(trajectory.times, std::to_string(trajectory.times.size()) + ","));
    archive.add("y.npy", table(trajectory.states));
    archive.add("columns.npy", names(trajectory.columns));
    if (trajectory.multipliers.size() > 0) {
        archive.add("multipliers.npy", table(trajectory.multipliers));
        archive.add("multiplier_names.npy", names(trajectory.multiplier_names));
    }
    if (trajectory.reactions.size() > 0) {
        archive.add("reactions.npy", table(trajectory.reactions));
        archive.add("reaction_names.npy", names(trajectory.reaction_names));
    }
    const std::string bytes = archive.bytes();
    if (bytes.size() > 0xFFFFFFF0U)
        throw std::runtime_error("the trajectory is too long for an .npz file; write an .h5 file");
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error("the file '" + path + "' cannot be written");
}

}  // namespace rattleback
