// A model as the text of a file, which reads back as the same model.
//
// Keys and tables stand in the order of docs/models.md. Comments come first.
#pragma once

#include <span>
#include <string>

#include "rattleback/description.hpp"

namespace rattleback {

std::string model_toml(const Description& description, std::span<const std::string> comments = {});

}  // namespace rattleback
