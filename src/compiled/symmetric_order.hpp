// Linear equations whose matrix is symmetric, in the order in which they are best eliminated.
//
// A mass matrix is symmetric, and the matrix of multipliers [M −Nᵀ; A 0] is once some equations change
// their sign. Unknowns with an entry on the diagonal, accelerations, are to come first and multipliers
// last, as stability without a choice of pivots asks; within these, the one that is coupled to the fewest
// is next (minimum degree), so that the elimination fills little of what is zero in every state. Of a chain
// with a blade at each link half of the work is left, of bodies that are each tied to two others hardly
// any. The order is found once; symmetric_solve.hpp makes use of it at every state.
#pragma once

#include "compiled/solved_function.hpp"

namespace rattleback {

// The same equations, for the same unknowns. As they are where the matrix is not symmetric up to signs, or
// has a pivot that is zero in every state.
LinearProblem in_symmetric_order(LinearProblem problem);

}  // namespace rattleback
