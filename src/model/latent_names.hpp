// What the latent variables of vakonomic motion are called: lambda1, lambda2, …, in the order of the
// constraints. They have initial values and may be drawn; in a nonholonomic motion of the same model
// there are none.
#pragma once

#include <string>
#include <vector>

#include "rattleback/description.hpp"

namespace rattleback {

// As many as there can be, those of contacts included; a coordinate of such a name is itself.
std::vector<std::string> latent_names(const Description& description);

}  // namespace rattleback
