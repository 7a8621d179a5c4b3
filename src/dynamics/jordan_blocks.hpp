// How a multiple eigenvalue is multiple: the sizes of its Jordan blocks.
//
// A block of size k makes disturbances that grow as t^{k−1} e^{λt}. With B = A − λ, the kernels of
// B, B², B³, … have the dimensions n₁, n₁ + n₂, …: there are n_k blocks of size k or more. They are
// found without powers, by the staircase: the kernel of B is split off by an orthogonal
// transformation, and n₂ is the nullity of what is left [V. N. Kublanovskaya, USSR Comput. Math. 6
// (1966); G. H. Golub and J. H. Wilkinson, SIAM Review 18 (1976)]. A singular value vanishes that is
// smaller than the errors of the entries: the matrix must be balanced.
#pragma once

#include <complex>

#include "dynamics/balancing.hpp"

namespace rattleback {

struct JordanBlocks {
    std::vector<std::size_t> at_least;  // n₁, n₂, …: blocks of size 1 or more, 2 or more, …

    std::size_t multiplicity() const;
    std::size_t largest() const { return at_least.size(); }
};

JordanBlocks jordan_blocks(const RealMatrix& balanced, std::complex<double> eigenvalue);

}  // namespace rattleback
