// A file written whole or not at all.
//
// The bytes go into a new file beside the old one, which takes its name when everything is on the
// disk: a full disk or a lost connection leaves the old file as it was, and nothing else behind. A link
// stays a link, also one to nothing, and permissions stay as they were; where everybody may make links,
// as in /tmp, those of other users are refused. What is no ordinary file, such as a device or a pipe,
// is written directly.
//
// The new file is made in the folder of the old one, under a name that nothing had: no link and no file
// that somebody put there is followed or written over. It is locked while it is written; what a killed
// process left is not, and goes when the file is written the next time.
//
// A long computation asks obstacle_to_writing first, so that a folder that is not there is met before
// the work and not after it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rattleback {

// Why a file of this name could not be written, in a sentence; nothing when it could.
std::optional<std::string> obstacle_to_writing(const std::string& path);

// What is no ordinary file.
bool is_written_directly(const std::string& path);

// Throws std::runtime_error with a sentence when the file cannot be written.
void write_file(const std::string& path, std::string_view bytes);
// What is too long for the memory: it is filled under the name that the new file has until it is whole.
// Not for what is written directly.
void write_file(const std::string& path, const std::function<void(const std::string& name)>& fill);

}  // namespace rattleback
