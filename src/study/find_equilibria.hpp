// The equilibria and steady motions of a model.
//
//     for (const SteadyMotion& steady : find_equilibria(read_model("models/cart.toml")).found) …
//
// How they are looked for, and what that does not see: dynamics/equilibria.hpp.
#pragma once

#include "dynamics/equilibria.hpp"
#include "study/attention.hpp"

namespace rattleback {

struct EquilibriaRequest {
    std::size_t tries = 20;  // searches from random states, beside that from the initial one
    std::uint64_t seed = 1;  // of those states
};

// Of a search that was ended before, what was found until then. Throws what build and equilibria throw.
Equilibria find_equilibria(const Description& description, const EquilibriaRequest& request = {},
                           const Attention& attention = {});

}  // namespace rattleback
