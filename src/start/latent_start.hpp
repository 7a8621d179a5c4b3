// The reactions at the start of constraints of order three and more, from the accelerations there.
//
// The state has their multipliers μ, μ', …; a model names q'', q''', … instead, below the order of the
// constraints, or the multipliers themselves. With A_k(t, q, v, μ, …) for these derivatives
// (equations/higher_motion.hpp) the conditions on what is not named are
//
//     A_k,i(μ, μ', …) = the value that is named ,
//
// solved by Newton's method from zero, of all solutions the one nearest to zero: what nothing is said
// of does not act at the start. Accelerations that no reaction can give are refused, with the nearest.
#pragma once

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

// Adds to the initial values those of the multipliers that are not named, at positions and velocities
// that are consistent; says what was found. Throws NumericalError where nothing gives what is named.
void complete_reactions(System& system, Sentences& notes);

// The same in exact algebra, with the parameters as letters; `start` has t, q and v.
std::vector<Replacement> exact_reactions(const System& system, std::vector<Replacement> start);

}  // namespace rattleback
