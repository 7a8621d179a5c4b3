// Where a quantity may jump, so that it is constant only between these states though its rate is zero.
//
// sign x has the rate zero along every motion, and is −1 before and 1 after x passes through zero; so
// has atan x + atan(1/x). A rate that vanishes wherever it is defined proves that a quantity is
// conserved only where the quantity is continuous. It may not be so where
//
//     u = 0     in sign u, in a divisor u, in log u, in u^e with e no number, in atan2(u, w) at its cut,
//     cos u = 0 in tan u.
//
// Left out are zeros that the bounds of geometry/range.hpp exclude, and those of divisors of the
// Lagrangian, of forces and of constraints, where the motion itself has no place to be: 1/r in the
// energy of a planet. (Divisors that are cleared from linear constraints, and the modulus |u| under dry
// friction −v/|v|, do not stop a motion, and count.) So is log u as the one term that may jump: the
// quantity would have to become infinite.
#pragma once

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

// The u of all of them: none where the quantity is continuous along every motion.
ExprVector where_it_may_jump(const Expr& quantity, const System& system);
ExprVector where_they_may_jump(const ExprVector& quantities, const System& system);

// " between the states where x = 0 or y = 0", and nothing where there are none.
Sentence between_jumps(const ExprVector& zeros);

}  // namespace rattleback
