#include "programs/export_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "base/write_file.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

std::string refused(const std::string& folder, const std::string& why) {
    return fmt::format("The folder '{}' cannot be made: {}.", folder, why);
}

bool is_ours(const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return false;  // a pipe would be waited for
    std::ifstream stream(file);
    std::string first;
    std::getline(stream, first);
    return first.find(export_mark) != std::string::npos;
}

// Removes what was made, unless it is to be kept.
class Made {
public:
    Made() = default;
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;
    ~Made() {
        std::error_code ignored;
        for (auto path = paths_.rbegin(); path != paths_.rend(); ++path) fs::remove(*path, ignored);
    }
    void add(const fs::path& path) { paths_.push_back(path); }
    void keep() { paths_.clear(); }

private:
    std::vector<fs::path> paths_;
};

}  // namespace

std::optional<std::string> obstacle_to_folder(const std::string& folder) {
    if (folder.empty()) return "The name of the folder is empty.";
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) {
        if (::access(folder.c_str(), W_OK | X_OK) == 0) return {};
        return fmt::format("The folder '{}' cannot be written to: permission is denied.", folder);
    }
    if (fs::exists(fs::symlink_status(folder, ignored)))
        return refused(folder, "a file of this name is there");
    fs::path parent = fs::path(folder).lexically_normal();
    if (!parent.has_filename()) parent = parent.parent_path();  // of "a/b/", which ends in nothing
    parent = parent.parent_path();
    if (parent.empty()) parent = ".";
    if (!fs::is_directory(parent, ignored))
        return refused(folder, fmt::format("there is no folder '{}'", parent.string()));
    if (::access(parent.c_str(), W_OK | X_OK) != 0) return refused(folder, "permission is denied");
    return {};
}

std::optional<std::string> obstacle_to_files(const std::string& folder,
                                             const std::vector<TextFile>& files) {
    std::error_code ignored;
    for (const TextFile& file : files) {
        const fs::path path = fs::path(folder) / file.name;
        if (!fs::exists(path, ignored)) continue;
        if (const auto obstacle = obstacle_to_writing(path)) return obstacle;
        if (!is_ours(path))
            return fmt::format(
                "The file '{}' is there already, and was not written by Rattleback; "
                "move it away, or name another folder.",
                path.string());
    }
    return {};
}

void write_folder(const std::string& folder, const std::vector<TextFile>& files) {
    if (const auto obstacle = obstacle_to_folder(folder)) throw std::runtime_error(*obstacle);
    if (const auto obstacle = obstacle_to_files(folder, files)) throw std::runtime_error(*obstacle);
    std::error_code failed;
    Made made;
    if (fs::create_directory(folder, failed)) made.add(folder);
    if (failed) throw std::runtime_error(refused(folder, failed.message()));
    for (const TextFile& file : files) {
        const fs::path path = fs::path(folder) / file.name;
        std::error_code ignored;
        const bool is_new = !fs::exists(path, ignored);
        write_file(path, file.text);
        if (is_new) made.add(path);
    }
    made.keep();
}

}  // namespace rattleback
