// The model files that feed the program feed its tests too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/system.hpp"

namespace rattleback::testing {

System model_file(const std::string& name);
Description model_description(const std::string& name);  // to be changed before it is built

std::vector<std::string> gallery();  // their names, in order

// Bodies in space have long formulas: what takes long is tried with two formulations of them.
bool is_large(const std::string& model);
bool is_tried(const std::string& model, std::string_view form);

}  // namespace rattleback::testing
