// A folder of written files: all of them or none that is new, and nothing that another hand wrote.
//
// The folder is made where it is not there; its own folder must be. A file that exists is replaced only
// if Rattleback wrote it, which its first line says. All this is looked at before the first file is
// written. Where writing fails after that, what is new is removed again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "programs/export_files.hpp"

namespace rattleback {

// Why the folder could not be made or filled, in a sentence; nothing when it could. Long work asks this
// before it begins.
std::optional<std::string> obstacle_to_folder(const std::string& folder);
// The same for files in it.
std::optional<std::string> obstacle_to_files(const std::string& folder,
                                             const std::vector<TextFile>& files);

// Throws std::runtime_error with a sentence when the files cannot be written, or are another's.
void write_folder(const std::string& folder, const std::vector<TextFile>& files);

}  // namespace rattleback
