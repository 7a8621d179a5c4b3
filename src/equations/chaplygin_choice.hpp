// Which coordinates make a system one of Chaplygin's type: the definition, and the search.
//
// Ideal constraints are of Chaplygin's type when they can be solved for the velocities of k
// coordinates, v_dep = α(t, q, v_ind), that occur neither in T, nor in α, nor in the forces
// (with those of the potential) [T 14, with the dependent coordinates as the absent ones]. A potential
// may know them: a weight is linear in the height, and its force is not.
//
// A constraint that is written as z' = … says that z is dependent, and is taken at its word. Where the
// constraints leave it open, the coordinates that explicit_form solves for are tried first, then all
// choices, the last coordinates first, as they are written last by custom. What makes the search small:
// whether α knows a coordinate says whether the constraints change when it is shifted, and that is the
// same for every α. A choice is k absent coordinates for whose velocities the constraints can be solved.
#pragma once

#include <optional>
#include <string>

#include "exact/limits.hpp"
#include "geometry/parametrization.hpp"

namespace rattleback {

struct ChaplyginChoice {
    std::optional<ExplicitForm> form = {};  // nothing: no choice fits
    bool is_decided = true;                 // false: another choice may fit that was not found
    bool is_free = true;                    // false: the constraints say which are dependent
    Sentence why_not = {};                  // of the coordinates that were tried first
};

// Of a system whose constraints are ideal equations of first order that have an explicit form. Throws
// TooLarge at the limits.
ChaplyginChoice chaplygin_choice(const System& system,
                                 const Limits& limits = {.terms = 200'000, .work = 3'000});

}  // namespace rattleback
