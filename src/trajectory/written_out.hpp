// Products written out where one of their factors is a sum with quotients by |u| or by √Q.
//
//     (a/|x'| + b)·x'  =  a·x'/|x'| + b·x'
//
// On the left a quotient stands alone that has no value at x' = 0; on the right it stands with what it
// has to be multiplied by, so that the side or the direction is found that takes its place
// (switches.hpp, norms.hpp). Only such sums are written out, and roots only where velocities are in
// them: other products stay as they are.
#pragma once

#include "model/system.hpp"

namespace rattleback {

Expr written_out(const Expr& e, const ExprVector& velocities);

}  // namespace rattleback
