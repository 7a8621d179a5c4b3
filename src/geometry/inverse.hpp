// The inverse of a matrix, written out.
//
// Raising an index, gⁱʲ, and the projectors need an inverse as formulas. The matrix is split into
// the blocks that it decouples into. A block of up to three rows is inverted by cofactors, which is
// how one would write it by hand; a larger one by elimination on the shared graph, whose size grows
// like n³ and not like the n! terms of an expanded determinant.
//
// Elimination keeps to the diagonal wherever it can: for a positive definite matrix such as a
// kinetic energy's no pivot then vanishes at any state. Equations of motion that only have to be
// solved at a state should be left as matrix · unknowns = right, without this.
#pragma once

#include "expr/derivative.hpp"

namespace rattleback {

// Throws NumericalError when the matrix is singular at every state.
ExprMatrix inverse(const ExprMatrix& a);

}  // namespace rattleback
