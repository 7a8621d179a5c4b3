// Names for what a formulation introduces beside what the model names: u1, u2, …, mu1, mu2, …
//
// Where the model uses one of these itself, all have an underscore more: u_1, u_2, …
#pragma once

#include <string>
#include <vector>

#include "model/system.hpp"

namespace rattleback {

std::vector<std::string> fresh_names(const System& system, std::string stem, std::size_t count);

}  // namespace rattleback
