// A file that grows while somebody works, and is continued when that was ended.
//
//     GrowingFile file = GrowingFile::made(path);      // nothing had this name
//     file.append("first");  file.append("second");    // each in its own record
//
//     GrowingFile file = GrowingFile::opened(path);    // perhaps by another process, later
//     while (const auto record = file.next()) …        // "first", "second"
//     file.append("third");                            // behind the last that was read
//
// A record is its length, its bytes and a hash of both. Whatever ended the process or filled the disk in
// the middle of one, that record and what is behind it do not count, and the next one takes its place.
// The file is made in its folder under a name that nothing had, no link is followed, and whoever has
// it open has its lock.
#pragma once

#include <cstdint>
#include <optional>

#include "base/opened_file.hpp"

namespace rattleback {

class GrowingFile {
public:
    // Both throw std::runtime_error with a sentence.
    static GrowingFile made(const std::string& path);
    static GrowingFile opened(const std::string& path);

    const std::string& path() const { return path_; }
    void rewind() { place_ = 0; }
    // The next whole record; nothing where there is none.
    std::optional<std::string> next();
    // Behind the last that was read or appended; what was behind it is gone. Throws std::runtime_error
    // with a sentence; then the file ends before it.
    void append(std::string_view record);
    void remove();

private:
    GrowingFile(std::string path, Opened file) : path_(std::move(path)), file_(std::move(file)) {}

    std::string path_;
    Opened file_;
    std::uint64_t place_ = 0;
};

}  // namespace rattleback
