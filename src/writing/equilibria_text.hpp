// Equilibria and steady motions, as text for a terminal and as JSON.
//
// Text lists every solution with its stability and growth; JSON has the eigenvalues and every digit:
//
//     {"found": [{"at": {…}, "at_rest": true, "family": 0, "residual": …, "stability": "…",
//                 "verdict": "…", "eigenvalues": [[re, im], …], "tries": …}, …], "tries": …, …}
#pragma once

#include "dynamics/equilibria.hpp"

namespace rattleback {

std::string equilibria_text(const Equilibria& all);
std::string equilibria_json(const std::string& title, const Equilibria& all);

}  // namespace rattleback
