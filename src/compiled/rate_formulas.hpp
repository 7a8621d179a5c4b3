// f of dy/dt = f(t, y) as its series are made from it: formulas, and linear equations in the midst.
//
//     matrix(in) · x = right(in) ,     f = rates(in, x)
//
// Inputs are the state, the time and the parameters. Written out as straight-line code the solution has
// a convolution for each of the n³/6 products of an elimination; but of order k it is one solution with
// the matrix at t₀, of right_k − Σ matrix_j x_{k−j}, with a convolution for each entry of the matrix.
#pragma once

#include <optional>

#include "compiled/tape.hpp"

namespace rattleback {

struct RateFormulas {
    RateFormulas() = default;
    RateFormulas(Tape f) : rates(std::move(f)) {}

    Tape equations;            // in → the matrix by rows, then right
    std::size_t unknowns = 0;  // x; 0: there are no equations
    // Those by which some unknowns are turned so that the matrix is symmetric, where the elimination is
    // short (linear_solve.hpp); none: the equations are solved in numbers.
    std::optional<std::vector<int>> signs;
    Tape rates;  // in, x → f

    std::size_t operations() const { return equations.operations() + rates.operations(); }
    friend bool same_code(const RateFormulas& a, const RateFormulas& b) {
        return a.unknowns == b.unknowns && a.signs == b.signs && same_code(a.rates, b.rates) &&
               (a.unknowns == 0 || same_code(a.equations, b.equations));
    }
};

}  // namespace rattleback
