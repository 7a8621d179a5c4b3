// The model files that feed the program feed its tests too.
#pragma once

#include <string>
#include <vector>

#include "model/system.hpp"

namespace rattleback::testing {

System model_file(const std::string& name);

std::vector<std::string> gallery();  // their names, in order

}  // namespace rattleback::testing
