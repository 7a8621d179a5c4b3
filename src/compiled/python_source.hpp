// Tapes as Python: a module that needs nothing but NumPy.
//
//     const std::string text = python_source({{{"rates", tape}}});
//
// Every function takes an array with the inputs along its first axis and gives one with the outputs
// along its first axis: one state, or any number of them side by side.
#pragma once

#include <string>

#include "compiled/c_source.hpp"

namespace rattleback {

// Throws NumericalError when a name is no identifier.
std::string python_source(std::span<const NamedTape> functions);

}  // namespace rattleback
