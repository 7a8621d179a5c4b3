// Finding the model a user names: a file, or a name from the gallery.
//
// `skate` stands for models/skate.toml of the source tree, or of the folder that was installed.
#pragma once

#include <string>

#include "model/system.hpp"

namespace rattleback {

// The path of the file; a ModelError-like sentence as std::runtime_error when there is none.
std::string find_model(const std::string& name);

System load_model(const std::string& name);

}  // namespace rattleback
