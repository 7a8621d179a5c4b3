// Lines that make known to a language what it lacks of the operations that functions use.
//
// Neither NumPy nor Julia has erf: what gives it to them is written where it is used, and nowhere else.
#pragma once

#include <span>
#include <string>

#include "programs/export_language.hpp"
#include "programs/export_program.hpp"

namespace rattleback {

std::string made_known(std::span<const ExportFunction> functions, const ExportLanguage& language);

}  // namespace rattleback
