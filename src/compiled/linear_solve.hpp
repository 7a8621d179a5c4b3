// Straight-line code for matrix · x = right, where that is safe without choosing pivots.
//
// The matrix must be symmetric once the signs of some unknowns are turned: a mass matrix, G of
// G ż = Z, or the matrix of multipliers [M −Aᵀ; A 0]. It is factored as L D Lᵀ in the order of the
// unknowns, skipping what is zero in every state. For a positive definite matrix that is as good as
// any method, and so it is for [M Aᵀ; A 0] with M positive definite, whose pivots are first positive,
// then negative. Whether a matrix is one of these is seen at each state, from the pivots: see
// `determination`. Code without branches runs in lanes, and Taylor series begin with it; but it grows
// like n³, and beyond `largest_elimination` operations a loop is better.
//
// Other matrices, and states at which the pivots are not trusted, are solved by numeric_solve.hpp.
#pragma once

#include <optional>

#include "compiled/tape_builder.hpp"

namespace rattleback {

inline constexpr std::size_t largest_elimination = 1000;

class Elimination {
public:
    // Whether there is such code: the matrix is symmetric, and the code would not be too long.
    static bool applies(const ExprMatrix& matrix);
    // Factors a matrix to which it applies.
    Elimination(TapeBuilder& builder, const ExprMatrix& matrix);
    // The same, of values by rows and with the signs by which it is symmetric.
    Elimination(TapeBuilder& builder, std::span<const Value> matrix, std::vector<int> signs);

    std::vector<Value> solve(TapeBuilder& builder, std::span<const Value> right) const;

    const std::vector<Value>& pivots() const { return pivots_; }
    const std::vector<int>& signs() const { return signs_; }
    // Row i of L and of L·D, as far as column i.
    const std::vector<Value>& lower(std::size_t i) const { return lower_[i]; }
    const std::vector<Value>& products(std::size_t i) const { return products_[i]; }

    // What `determination` needs: the pivots of unknowns that stand alone in their equation; then
    // those of the others, then for each of these the size of the terms of which it is the sum, then
    // the diagonal of the matrix.
    struct Evidence {
        std::vector<Value> values;
        std::size_t alone;  // how many stand alone
    };
    Evidence evidence(const TapeBuilder& builder) const;

private:
    std::vector<int> signs_;  // x = signs · y, and matrix · signs is symmetric
    void factor(TapeBuilder& builder, std::span<const Value> row);

    std::vector<std::vector<Value>> lower_, products_;  // L below its diagonal of ones, and L·D
    std::vector<Value> pivots_, sizes_, diagonal_;
};

// How well the pivots determine the unknowns: the smallest |pivot|/size, between 0 and 1; 0 when the
// matrix is of neither kind, or a value is not finite.
double determination(std::span<const double> evidence, std::size_t alone) noexcept;

// Signs of the unknowns with which the matrix is symmetric, expression by expression.
std::optional<std::vector<int>> symmetrizing_signs(const ExprMatrix& matrix);

}  // namespace rattleback
