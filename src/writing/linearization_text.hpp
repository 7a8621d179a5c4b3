// Small motions, as text for a terminal and as JSON.
//
// Text is rounded: what is zero but for rounding is written 0. JSON has every digit:
//
//     {"state": ["theta", "theta'"], "A": [[0, 1], [-1, 0]], "eigenvalues": [[re, im], …],
//      "eigenvectors": [[[re, im], …], …], "at": {"theta": 0, …}, "verdict": "…", …}
//
// with one eigenvector per eigenvalue, its entries in the order of the state.
#pragma once

#include "dynamics/root_locus.hpp"

namespace rattleback {

std::string linearization_text(const Linearization& small);
std::string root_locus_text(const RootLocus& locus);

// One object; the root locus as "sweep" and "critical", where there is one.
std::string linearization_json(const std::string& title, const Linearization& small,
                               const RootLocus* locus = nullptr);

}  // namespace rattleback
