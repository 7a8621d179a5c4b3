// Roots beyond the surface at which they end.
//
// Where equations switch they are derived with the side s of each surface as a parameter, |u| = s·u
// (switches.hpp): so the derivatives of |u|^(5/2) have no denominators. But a method that looks for
// the surface looks beyond it, where √(s u) has no value. In the equations that are integrated a root
// or logarithm therefore takes the sides in its argument from the state, s = sign u: √(sign u · u) is
// √|u|, which is continuous, and has no value only where what the user wrote has none.
#pragma once

#include <optional>

#include "compiled/solved_function.hpp"
#include "equations/equations.hpp"
#include "trajectory/switches.hpp"

namespace rattleback {

// The equations of a switched system with its roots so continued, and the system itself.
Equations with_continued_roots(Equations equations, const SwitchedSystem& of);
SwitchedSystem with_continued_roots(SwitchedSystem switched);

// The roots and logarithms of anything that varies, from which the rates are computed.
ExprVector roots_in(const LinearProblem& rates);
// u of a root or logarithm with sign u in its argument, if there is one: it has no series at u = 0.
std::optional<Expr> end_of_root(const LinearProblem& rates);

}  // namespace rattleback
