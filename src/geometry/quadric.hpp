// A constraint that is quadratic in the velocities, seen to be one branch without exact algebra.
//
// With w = (v, 1) it is wᵀQ w = 0, and the affine constraints beside it are R w = 0. On their null space
// a product of two factors has rank two, and several equations written as one, or none, a form of one
// sign (branches.hpp). So where Q has eigenvalues of both signs there and three that are not zero, at one
// state, it is neither, and nothing has to be factored: on large charts that may take minutes. The signs
// are those of the bordered matrix, by Haynsworth's formula
//
//     In [Q Rᵀ; R 0] = In(Q on ker R) + (k, k, 0)      for k independent rows of R ,
//
// of numbers at the initial state: what is not clearly there is not counted, and exact algebra decides.
#pragma once

#include "model/system.hpp"

namespace rattleback {

// Of constraint i, beside the affine ones.
bool is_evidently_one_quadric(const System& system, std::size_t i);

}  // namespace rattleback
