// What a form divides by that the motion does not.
//
// (2 + cos z) z' + x x' + y y' = 0 solved for x' divides by x; the motion itself is regular at x = 0.
// Such a divisor belongs to the variables of the form, and where it vanishes other variables will do.
// Divisors of the energy, the forces and the constraints themselves (distances in a potential) are
// of the motion, and those that are proved never to vanish do no harm: neither is listed.
//
// A form with no such divisor has a value at every regular state; forms in all velocities have none
// once the constraints are cleared of theirs (geometry/denominators.hpp).
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

ExprVector chart_denominators(const System& system, const Equations& equations);

}  // namespace rattleback
