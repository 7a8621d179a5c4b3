#include "base/opened_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace rattleback {

Opened::Opened(const std::string& path, int flags, mode_t mode)
    : number_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {}

Opened::Opened(Opened&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Opened::~Opened() {
    if (number_ >= 0) ::close(number_);
}

void Opened::close() {
    if (::close(std::exchange(number_, -1)) != 0) fail();
}

void fail() { throw std::system_error(errno, std::generic_category()); }

std::string reason_of(int error) {
    switch (error) {
        case ENOENT: return "its folder does not exist";
        case EACCES:
        case EPERM: return "permission is denied";
        case ENOSPC: return "no space is left on the device";
        case EROFS: return "the file system is read-only";
        default: return std::strerror(error);
    }
}

void write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) fail();
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

bool is_ordinary(int file) {
    struct stat about = {};
    return ::fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

bool is_locked(int file, Wait wait) {
    while (::flock(file, wait == Wait::Yes ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return false;
        if (errno != EINTR) break;
    }
    // Between its making and its lock another process may have taken it for one that was left.
    struct stat about = {};
    return ::fstat(file, &about) == 0 && about.st_nlink > 0;
}

}  // namespace rattleback
