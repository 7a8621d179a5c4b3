#include "base/growing_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace rattleback {
namespace {

constexpr std::size_t number_bytes = sizeof(std::uint64_t);

std::runtime_error trouble(const std::string& path, std::string_view what, const std::string& why) {
    return std::runtime_error(fmt::format("The file '{}' cannot be {}: {}.", path, what, why));
}

// By Fowler, Noll and Vo, of eight bytes at a time: of no use against anybody, enough against accidents.
std::uint64_t hash_of(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037U ^ bytes.size();
    while (!bytes.empty()) {
        std::uint64_t word = 0;
        const std::size_t count = std::min(bytes.size(), sizeof word);
        std::memcpy(&word, bytes.data(), count);
        hash = (hash ^ word) * 1099511628211U;
        hash ^= hash >> 29U;
        bytes.remove_prefix(count);
    }
    return hash;
}

// False where the file ends before.
bool read_all(int file, char* to, std::size_t count, std::uint64_t from) {
    while (count > 0) {
        const ssize_t got = ::pread(file, to, count, static_cast<off_t>(from));
        if (got < 0 && errno != EINTR) fail();
        if (got == 0) return false;
        if (got < 0) continue;
        to += got;
        from += static_cast<std::uint64_t>(got);
        count -= static_cast<std::size_t>(got);
    }
    return true;
}

std::uint64_t size_of(int file) {
    struct stat about = {};
    if (::fstat(file, &about) != 0) fail();
    return static_cast<std::uint64_t>(about.st_size);
}

}  // namespace

GrowingFile GrowingFile::made(const std::string& path) {
    constexpr mode_t for_all = 0666;
    Opened file(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, for_all);
    if (!file.is_open())
        throw trouble(path, "made", errno == EEXIST ? "it exists" : reason_of(errno));
    if (!is_locked(file.number(), Wait::No)) throw trouble(path, "made", "another process has it");
    return {path, std::move(file)};
}

GrowingFile GrowingFile::opened(const std::string& path) {
    Opened file(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    if (!file.is_open())
        throw trouble(path, "opened",
                      errno == ENOENT  ? "it does not exist"
                      : errno == ELOOP ? "it is a link"
                                       : reason_of(errno));
    if (!is_ordinary(file.number())) throw trouble(path, "opened", "it is no ordinary file");
    if (!is_locked(file.number(), Wait::No))
        throw trouble(path, "opened", "another process is writing it");
    return {path, std::move(file)};
}

std::optional<std::string> GrowingFile::next() {
    try {
        std::uint64_t length = 0, hash = 0;
        const std::uint64_t size = size_of(file_.number());
        if (size < place_ + 2 * number_bytes ||
            !read_all(file_.number(), reinterpret_cast<char*>(&length), number_bytes, place_) ||
            length > size - place_ - 2 * number_bytes)
            return {};
        std::string record(length, '\0');
        const std::uint64_t first = place_ + number_bytes;
        if (!read_all(file_.number(), record.data(), length, first) ||
            !read_all(file_.number(), reinterpret_cast<char*>(&hash), number_bytes,
                      first + length) ||
            hash != hash_of(record))
            return {};
        place_ = first + length + number_bytes;
        return record;
    } catch (const std::system_error& error) {
        throw trouble(path_, "read", reason_of(error.code().value()));
    }
}

void GrowingFile::append(std::string_view record) {
    const auto number = [](std::uint64_t x) {
        return std::string(reinterpret_cast<const char*>(&x), sizeof x);
    };
    const auto cut = [&] { return ::ftruncate(file_.number(), static_cast<off_t>(place_)) == 0; };
    try {
        if (!cut() || ::lseek(file_.number(), static_cast<off_t>(place_), SEEK_SET) < 0) fail();
        write_all(file_.number(), number(record.size()));
        write_all(file_.number(), record);
        write_all(file_.number(), number(hash_of(record)));
    } catch (const std::system_error& error) {
        static_cast<void>(
            cut());  // where even that fails the record is not whole, and does not count
        throw trouble(path_, "written", reason_of(error.code().value()));
    }
    place_ += record.size() + 2 * number_bytes;
}

void GrowingFile::remove() { ::unlink(path_.c_str()); }

}  // namespace rattleback
