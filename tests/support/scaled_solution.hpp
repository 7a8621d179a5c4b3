// The solution of linear equations whose entries may have very different sizes, and how well it is
// determined.
//
// Rows and columns are brought to the largest entry 1; then elimination with full pivots. What is
// below 1e-8 of the largest pivot is a dependent equation and left out, as redundant constraints are.
#pragma once

#include "support/motion_oracle.hpp"

namespace rattleback::testing {

struct ScaledSolution {
    Vector x;             // 0 where it is free
    Real regularity = 1;  // the smallest pivot that was used over the largest
    std::size_t rank = 0;
};

ScaledSolution scaled_solution(Matrix m, Vector right);

}  // namespace rattleback::testing
