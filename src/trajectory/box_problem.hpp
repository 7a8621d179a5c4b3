// Sides within bounds that hold what they can: a linear complementarity problem, solved by pivots.
//
//     r = c + R s ,   l ≤ s ≤ u ,   r > 0 only where s = u ,   r < 0 only where s = l
//
// Friction does R = −S G D to the rates r of the surfaces it acts on, with S and D diagonal and positive
// and G symmetric and positive semidefinite: these are the conditions for the least of a convex function
// within a box (of ½ λᵀGλ − λᵀS⁻¹c with λ = D s), which has one r, and one s but for what does nothing. By
// Dantzig's method one side after the other is driven until its rate vanishes or it is at its bound; those
// that hold follow it, so that their rates stay zero, one that comes to its bound is held no longer, and
// one whose rate comes to zero is held again (Cottle, Pang, Stone 1992, §4.2; Baraff 1994). For any number
// of surfaces; where R is another matrix there may be several solutions, of which one is found, or none.
//
// Those that hold are independent of each other. One whose rate is zero because theirs are stays where
// it came to: at a bound, or where it began, at zero.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace rattleback {

struct BoxProblem {
    std::vector<double> constant;             // c
    std::vector<std::vector<double>> slopes;  // columns of R
    std::vector<double> low, high;            // with zero between them, or both the same
    double zero = 0;                          // what counts as zero of a rate
    std::vector<std::size_t> first = {};      // to be driven before the others
};

struct BoxSolution {
    std::vector<double> sides, rates;
    std::vector<char> holds, follows;  // follows: its rate is zero where those of what holds are
};

// Nothing where pivots lead nowhere.
std::optional<BoxSolution> solution_of(const BoxProblem& problem);

// Whether R = −S G D as above.
bool takes_energy(const std::vector<std::vector<double>>& slopes);

}  // namespace rattleback
