// The equilibria and steady motions of a model.
//
//     for (const SteadyMotion& steady : find_equilibria(read_model("models/cart.toml")).found) …
//
// How they are looked for, and what that does not see: dynamics/equilibria.hpp.
#pragma once

#include "dynamics/equilibria.hpp"
#include "rattleback/attention.hpp"
#include "rattleback/requests.hpp"

namespace rattleback {

// Of a search that was ended before, what was found until then. Throws what build and equilibria throw.
Equilibria find_equilibria(const Description& description, const EquilibriaRequest& request = {},
                           const Attention& attention = {});

}  // namespace rattleback
