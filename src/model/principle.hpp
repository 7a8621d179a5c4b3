// The principle by which a model moves, and its name in the file: the one place that reads it.
#pragma once

#include <string_view>

#include "model/system.hpp"

namespace rattleback {

std::string_view name_of(Principle principle);

// Nonholonomic where the model does not say. Throws ModelError where it names none that there is.
Principle principle_of(const Description& description);

}  // namespace rattleback
