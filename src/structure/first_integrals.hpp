// Functions that an integrable system of constraints keeps constant.
//
// An integrable system of forms ω₁ … ω_r on the coordinates x is spanned by r differentials dF
// (Frobenius). They are looked for where they are elementary, one after the other:
//
//   closed forms                        constant coefficients, f(x) dx + g(y) dy, dF as it stands
//   after division by a coefficient     ρ dρ = 0, or y dx − x dy = 0 with y/x = const
//   M dx + N dy with an integrating factor of x or of y alone
//
// After each F the next forms are taken on the leaf F = const: so dy = 0, dz = y dx has the integral
// z − yx, though the second form alone has none. Every F is verified: dF vanishes on all directions
// that the forms allow, exactly. Fewer than r may be found; that they exist is Frobenius' theorem.
#pragma once

#include "exact/answer.hpp"
#include "geometry/distribution.hpp"

namespace rattleback {

ExprVector first_integrals(const Distribution& integrable,
                           const Limits& limits = interactive_limits);

}  // namespace rattleback
