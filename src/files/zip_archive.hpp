// A ZIP archive in memory, by libzip: files stored as they are, without compression.
//
// Every file is dated 1 January 1980, the first day that ZIP knows, so that the same files give the
// same bytes. Archives beyond 4 GiB are written in the extension ZIP64, as NumPy reads it.
#pragma once

#include <string>
#include <vector>

namespace rattleback {

struct ArchivedFile {
    std::string name;
    std::string bytes;
};

// Throws std::runtime_error with a sentence where the archive cannot be made.
std::string zip_archive(const std::vector<ArchivedFile>& files);

}  // namespace rattleback
