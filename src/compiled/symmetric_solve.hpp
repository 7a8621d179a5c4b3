// matrix · x = right in numbers, for a symmetric matrix: L D Lᵀ in the order of the unknowns.
//
// As in linear_solve.hpp no pivot is chosen, and by the same numbers it is told where the pivots are not to
// be trusted. Here loops over rows do it, on one triangle and without what is zero: with a third of the
// operations of a general matrix, or fewer where the order is a good one (symmetric_order.hpp).
//
//     const SymmetricFactors factors(matrix);
//     if (factors.determination() > 1e-8) factors.solve(column);
//
// The factors lie in a workspace of the thread, which only grows: those of another matrix take their place.
#pragma once

#include "compiled/numeric_solve.hpp"

namespace rattleback {

class SymmetricFactors {
public:
    explicit SymmetricFactors(MatrixView matrix);

    // How well the pivots determine the unknowns: the smallest |pivot|/size, between 0 and 1; 0 where the
    // matrix is not symmetric to the last bit, or neither definite nor that of multipliers.
    double determination() const { return determination_; }
    // The solution takes the place of the right side.
    void solve(double* column) const noexcept;

    // Where all lies, from lines of the cache on: the rows of D Lᵀ, and 1/D.
    struct Rows {
        std::size_t size, stride;
        double *rows, *inverses;
        double* row(std::size_t i) const { return rows + i * stride; }
    };

private:
    Rows at_;
    double determination_ = 0;
};

}  // namespace rattleback
