// The model files that feed the program feed its tests too.
#pragma once

#include <string>

#include "model/system.hpp"

namespace rattleback::testing {

System model_file(const std::string& name);

}  // namespace rattleback::testing
