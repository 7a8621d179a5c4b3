// The inverse of the mass matrix bordered by the constraints, in blocks.
//
//     ( M   −Nᵀ )⁻¹     ( M⁻¹ − M⁻¹Nᵀ C⁻¹ A M⁻¹    −M⁻¹Nᵀ C⁻¹ )
//     ( −A    0 )    =  (       −C⁻¹ A M⁻¹             −C⁻¹    ) ,     C = A M⁻¹ Nᵀ
//
// [Zampieri 2.6, 4.5], there with N = A; his C is called R in section 4. Applied to (f, β) it gives
// the accelerations and the multipliers of M a = f + Nᵀμ, A a + β = 0.
//
// Formulas to look at. To solve the equations at a state leave them as they are.
#pragma once

#include <optional>

#include "expr/matrices.hpp"

namespace rattleback {

struct BorderedInverse {
    ExprMatrix c;        // A M⁻¹ Nᵀ
    ExprMatrix inverse;  // of as many rows as M and A have together
};

// Nothing where M or C is singular at every state, or where M, A and N are so long that nobody would
// read their inverse.
std::optional<BorderedInverse> bordered_inverse(const ExprMatrix& mass, const ExprMatrix& a,
                                                const ExprMatrix& n);

}  // namespace rattleback
