// Symbols for quantities that a formulation introduces beside those of the model.
//
// u1, u2, … for auxiliary variables, mu1, mu2, … for multipliers; u_1, u_2, … where the model uses
// one of these names itself.
#pragma once

#include <string>

#include "model/system.hpp"

namespace rattleback {

ExprVector fresh_symbols(const System& system, std::string stem, std::size_t count);

}  // namespace rattleback
