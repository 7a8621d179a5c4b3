// The sizes of the variables of δẏ = A δy beside each other, found in A alone.
//
// With δy = D δz the matrix is D⁻¹A D; D is diagonal and made of powers of two, so nothing is rounded.
// Variables that act on each other, directly or by others, get sizes that make their rows and columns
// equally large [B. N. Parlett and C. Reinsch, Numer. Math. 13 (1969)]. Where one variable acts on
// another and nothing comes back, as the velocity of a free body acts on its place, eigenvalues do not
// depend on how strongly: the driven one gets the size that makes this as strong as all else. So
// neither the units of the variables nor that of time decide whether a coupling is seen.
#pragma once

#include <cstddef>
#include <vector>

namespace rattleback {

using RealMatrix = std::vector<std::vector<double>>;  // rows

// The diagonal of D.
std::vector<double> balancing_sizes(const RealMatrix& a);

// D⁻¹A D.
RealMatrix balanced(RealMatrix a, const std::vector<double>& sizes);

// The places of variables that have nothing to do with each other: each part moves alone.
std::vector<std::vector<std::size_t>> separate_parts(const RealMatrix& a);

}  // namespace rattleback
