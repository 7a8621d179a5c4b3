// A matrix that is known to be symmetric, but need not be written so.
//
// Second derivatives commute and Ψᵀ M Ψ is as symmetric as M, while the formulas of the entry (i, j) and
// of (j, i) come about in two ways. Where both sides are one node, nothing is computed twice, and who
// solves equations sees at a glance that they are symmetric.
#pragma once

#include "expr/matrices.hpp"

namespace rattleback {

// Of the two ways in which an entry is written the shorter one, on both sides.
void write_alike_on_both_sides(ExprMatrix& symmetric);

}  // namespace rattleback
