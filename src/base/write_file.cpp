#include "base/write_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace rattleback {
namespace {

namespace fs = std::filesystem;

std::string sentence(const std::string& path, const std::string& why) {
    return fmt::format("The file '{}' cannot be written: {}.", path, why);
}

std::string reason(int error) {
    switch (error) {
        case ENOENT: return "its folder does not exist";
        case EACCES:
        case EPERM: return "permission is denied";
        case ENOSPC: return "no space is left on the device";
        case EROFS: return "the file system is read-only";
        default: return std::strerror(error);
    }
}

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

// An open file, which is removed again unless it is kept.
class Output {
public:
    Output(std::string path, int flags) : path_(std::move(path)) {
        number_ = ::open(path_.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
        if (number_ < 0) fail();
        is_new_ = (flags & O_CREAT) != 0;
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output() {
        if (number_ >= 0) ::close(number_);
        if (is_new_) ::unlink(path_.c_str());
    }

    void write(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = ::write(number_, bytes.data(), bytes.size());
            if (count < 0 && errno != EINTR) fail();
            if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
        }
    }
    void set_permissions(mode_t mode) const {
        if (::fchmod(number_, mode) != 0) fail();
    }
    void close() {
        const int closed = ::close(number_);
        number_ = -1;
        if (closed != 0) fail();
    }
    void keep_as(const std::string& name) {
        if (::fsync(number_) != 0) fail();
        close();
        if (::rename(path_.c_str(), name.c_str()) != 0) fail();
        is_new_ = false;
    }

private:
    std::string path_;
    int number_ = -1;
    bool is_new_ = false;
};

// Where a link leads, so that the link itself is not replaced.
std::string target_of(const std::string& path) {
    std::error_code failed;
    const fs::path target = fs::weakly_canonical(path, failed);
    return failed ? path : target.string();
}

void write_beside(const std::string& path, std::string_view bytes) {
    struct stat old = {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) {
        Output device(path, 0);
        device.write(bytes);
        return device.close();
    }
    Output file(fmt::format("{}.{}.part", path, ::getpid()), O_CREAT | O_TRUNC);
    file.write(bytes);
    if (exists) file.set_permissions(old.st_mode & 07777U);
    file.keep_as(path);
}

}  // namespace

std::optional<std::string> obstacle_to_writing(const std::string& path) {
    const std::string target = target_of(path);
    std::error_code ignored;
    if (fs::is_directory(target, ignored)) return sentence(path, "it is a folder");
    const fs::path folder = fs::path(target).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored))
        return sentence(
            path, fmt::format("there is no folder '{}'", fs::path(path).parent_path().string()));
    const bool exists = fs::exists(target, ignored);
    const bool is_device = exists && !fs::is_regular_file(target, ignored);
    const char* const place = folder.empty() ? "." : folder.c_str();
    if ((exists && ::access(target.c_str(), W_OK) != 0) ||
        (!is_device && ::access(place, W_OK | X_OK) != 0))
        return sentence(path, reason(errno));
    return {};
}

void write_file(const std::string& path, std::string_view bytes) {
    if (const auto obstacle = obstacle_to_writing(path)) throw std::runtime_error(*obstacle);
    try {
        write_beside(target_of(path), bytes);
    } catch (const std::system_error& error) {
        throw std::runtime_error(sentence(path, reason(error.code().value())));
    }
}

}  // namespace rattleback
