// The principle by which a model moves, and its name in the file.
//
//     principle = "vakonomic"        in [dynamics]
//
// It is read here, and nowhere else: who wants to know compares values, not words.
#pragma once

#include <string_view>

#include "model/system.hpp"

namespace rattleback {

std::string_view name_of(Principle principle);

// Nonholonomic where the model does not say. Throws ModelError where it names none that there is.
Principle principle_of(const Description& description);

}  // namespace rattleback
