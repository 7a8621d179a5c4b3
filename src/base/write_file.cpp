#include "base/write_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "base/opened_file.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

std::string sentence(const std::string& path, const std::string& why) {
    return fmt::format("The file '{}' cannot be written: {}.", path, why);
}

// The new file is called "old name.process.number.part", and locked by whoever writes it. One that
// nobody holds was left by a process that was killed.
constexpr std::string_view ending = ".part";
constexpr std::size_t longest_stem = 200;  // file systems take 255 bytes
constexpr int most_attempts = 1000;

std::string stem_of(const std::string& path) {
    return fs::path(path).filename().string().substr(0, longest_stem) + ".";
}

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "stem12.3.part", where the stem ends in a dot.
bool is_part_of(std::string_view name, std::string_view stem) {
    if (!name.starts_with(stem) || !name.ends_with(ending)) return false;
    name.remove_prefix(stem.size());
    if (name.size() <= ending.size()) return false;
    name.remove_suffix(ending.size());
    const auto dot = name.find('.');
    return dot != std::string_view::npos && is_number(name.substr(0, dot)) &&
           is_number(name.substr(dot + 1));
}

void remove_if_left(const std::string& path) {
    const Opened file(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    if (!file.is_open() || !is_ordinary(file.number())) return;
    if (is_locked(file.number(), Wait::No)) ::unlink(path.c_str());
}

// What cannot be seen or removed stays: it is in nobody's way.
void remove_what_was_left(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    const std::string stem = stem_of(path);
    std::error_code failed;
    fs::directory_iterator entries(folder.empty() ? "." : folder, failed);
    for (; !failed && entries != fs::directory_iterator(); entries.increment(failed))
        if (is_part_of(entries->path().filename().string(), stem))
            remove_if_left(entries->path().string());
}

// A file that was not there before, whatever stands under its name, and is removed again unless it
// is kept.
class NewFile {
public:
    NewFile(const std::string& target, mode_t mode) : file_(made(target, mode)) {}
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile() {
        if (!is_kept_) ::unlink(path_.c_str());
    }

    void write(std::string_view bytes) const { write_all(file_.number(), bytes); }
    const std::string& path() const { return path_; }
    void set_permissions(mode_t mode) const {
        if (::fchmod(file_.number(), mode) != 0) fail();
    }
    // It has the name before it is closed, and with that is free to be taken for one that was left.
    void keep_as(const std::string& name) {
        if (::fsync(file_.number()) != 0) fail();
        if (::rename(path_.c_str(), name.c_str()) != 0) fail();
        is_kept_ = true;
        const fs::path folder = fs::path(name).parent_path();
        const Opened entries(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
        if (entries.is_open()) ::fsync(entries.number());  // not every file system can
    }

private:
    Opened made(const std::string& target, mode_t mode) {
        const fs::path folder = fs::path(target).parent_path();
        for (int i = 0; i < most_attempts; ++i) {
            const std::string name =
                fmt::format("{}{}.{}{}", stem_of(target), ::getpid(), i, ending);
            path_ = (folder / name).string();
            Opened file(path_, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
            if (!file.is_open() && errno != EEXIST) fail();
            if (file.is_open() && is_locked(file.number(), Wait::Yes)) return file;
        }
        errno = EEXIST;
        fail();
    }

    std::string path_;
    Opened file_;
    bool is_kept_ = false;
};

// In a folder where everybody may write, as /tmp, another user's link could name any file of ours. Most
// systems follow none there; this does not depend on how they are set.
bool is_of_stranger(const fs::path& link) {
    struct stat about = {}, folder = {};
    const fs::path parent = link.parent_path();
    if (::lstat(link.c_str(), &about) != 0 ||
        ::stat(parent.empty() ? "." : parent.c_str(), &folder) != 0)
        fail();
    constexpr mode_t for_all = S_ISVTX | S_IWOTH;
    return (folder.st_mode & for_all) == for_all && about.st_uid != ::geteuid() &&
           about.st_uid != folder.st_uid;
}

// Where a link leads, so that the link itself is not replaced, also where nothing is there yet. Throws
// std::system_error.
std::string target_of(const std::string& path) {
    constexpr int most_links = 40;
    fs::path target = path;
    std::error_code ignored;
    for (int links = 0; fs::is_symlink(target, ignored); ++links) {
        if (links == most_links || is_of_stranger(target)) {
            errno = links == most_links ? ELOOP : EACCES;
            fail();
        }
        target = target.parent_path() / fs::read_symlink(target);
    }
    std::error_code failed;
    const fs::path found = fs::weakly_canonical(target, failed);
    return failed ? target.string() : found.string();
}

void write_beside(const std::string& path, const std::function<void(const NewFile&)>& fill) {
    struct stat old = {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    remove_what_was_left(path);
    constexpr mode_t permissions = 07777, for_all = 0666;
    NewFile file(path,
                 exists ? old.st_mode & for_all : for_all);  // never seen by more than the old
    fill(file);
    if (exists) file.set_permissions(old.st_mode & permissions);
    file.keep_as(path);
}

std::optional<std::string> obstacle_to(const std::string& path, const std::string& target) {
    std::error_code ignored;
    if (fs::is_directory(target, ignored)) return sentence(path, "it is a folder");
    const fs::path folder = fs::path(target).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored))
        return sentence(path, fmt::format("there is no folder '{}'",
                                          fs::is_symlink(path, ignored)
                                              ? folder.string()
                                              : fs::path(path).parent_path().string()));
    const bool exists = fs::exists(target, ignored);
    const bool is_device = exists && !fs::is_regular_file(target, ignored);
    const char* const place = folder.empty() ? "." : folder.c_str();
    if ((exists && ::access(target.c_str(), W_OK) != 0) ||
        (!is_device && ::access(place, W_OK | X_OK) != 0))
        return sentence(path, reason_of(errno));
    return {};
}

}  // namespace

std::optional<std::string> obstacle_to_writing(const std::string& path) {
    try {
        return obstacle_to(path, target_of(path));
    } catch (const std::system_error& error) {
        return sentence(path, reason_of(error.code().value()));
    }
}

namespace {

template <typename Work>
void attempt(const std::string& path, const Work& work) {
    if (const auto obstacle = obstacle_to_writing(path)) throw std::runtime_error(*obstacle);
    try {
        work();
    } catch (const std::system_error& error) {
        throw std::runtime_error(sentence(path, reason_of(error.code().value())));
    }
}

}  // namespace

bool is_written_directly(const std::string& path) {
    struct stat old = {};
    return ::stat(path.c_str(), &old) == 0 && !S_ISREG(old.st_mode);
}

namespace {

// A pipe may wait for ever for somebody who reads it: what a signal ended is not tried again.
void write_to_device(const std::string& path, std::string_view bytes) {
    const auto fail_or_end = [] {
        if (errno == EINTR) throw Interrupted();
        fail();
    };
    Opened device(path, O_WRONLY);
    if (!device.is_open()) fail_or_end();
    while (!bytes.empty()) {
        const ssize_t count = ::write(device.number(), bytes.data(), bytes.size());
        if (count < 0) fail_or_end();
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    device.close();
}

}  // namespace

void write_file(const std::string& path, std::string_view bytes) {
    attempt(path, [&] {
        if (is_written_directly(path)) return write_to_device(path, bytes);
        write_beside(target_of(path), [&](const NewFile& file) { file.write(bytes); });
    });
}

void write_file(const std::string& path, const std::function<void(const std::string&)>& fill) {
    attempt(path, [&] {
        write_beside(target_of(path), [&](const NewFile& file) { fill(file.path()); });
    });
}

}  // namespace rattleback
