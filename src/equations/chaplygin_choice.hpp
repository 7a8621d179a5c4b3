// Which coordinates make a system one of Chaplygin's type: the definition, and the search.
//
// Linear, stationary, ideal constraints are of Chaplygin's type when they can be solved for the
// velocities of k coordinates, v_dep = α v_ind, that occur neither in T, nor in α, nor in the forces
// (with those of the potential) [T 14, with the dependent coordinates as the absent ones]. A potential
// may know them: a weight is linear in the height, and its force is not.
//
// A constraint that is written as z' = … says that z is dependent, and is taken at its word. Where the
// constraints leave it open, the coordinates that explicit_form solves for are tried first, then all
// choices, the last coordinates first, as they are written last by custom.
#pragma once

#include <optional>
#include <string>

#include "exact/limits.hpp"
#include "geometry/parametrization.hpp"

namespace rattleback {

struct ChaplyginChoice {
    std::optional<ExplicitForm> form = {};  // nothing: no choice fits
    bool all_were_tried = true;             // false: there were too many
    bool is_free = true;                    // false: the constraints say which are dependent
    Sentence why_not = {};                  // of the coordinates that were tried first
};

// Of a system whose constraints are linear, stationary and ideal equations. Throws TooLarge at the
// limits.
ChaplyginChoice chaplygin_choice(const System& system,
                                 const Limits& limits = {.terms = 200'000, .work = 3'000});

}  // namespace rattleback
