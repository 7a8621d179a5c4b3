// What must not vanish along a motion: which numbers, what each means, and the code for them.
//
// Watched are [B 3, 8.3; S 19]
//
//     A M⁻¹ Nᵀ        singular where the constraints lose rank, or the reaction law fails
//     M               singular where some combination of velocities has no inertia
//     the matrix of the form itself: G, or the vakonomic one
//     denominators    that vanish: √(x'² + y'²) for Appell and Hamel
//     variables       of the form that come to their end: cos φ for ẏ = ẋ tan φ (chart_margins.hpp)
//
// What is known to vanish nowhere (geometry/range.hpp), as 1 + x² and e⁻ᵗ, is not watched. Of A M⁻¹Nᵀ
// the i-th margin is 1/|R|²: R = Nᵀμ is the reaction that an acceleration against the i-th constraint
// alone calls for, μ the i-th column of (A M⁻¹Nᵀ)⁻¹, and |R|² = μᵀ N M⁻¹Nᵀ μ; so the guilty constraint
// has a name. For ideal constraints |R|² is the i-th entry of the diagonal of the inverse, and the
// margin the squared distance of the i-th row of A from the span of the others. Of M and other positive
// definite matrices the margins are the pivots of L D Lᵀ; of any other matrix the determinant. What has
// no inertia may be held by the constraints: det M · det A M⁻¹Nᵀ is then not zero, and the motion is
// regular. So this product is added to the pivots of M, in units of what all of them are at the start.
//
// Margins of the motion (the first two, and denominators of energies, forces and constraints) are
// told from those of the form: where only the latter vanish, other variables will do.
#pragma once

#include <optional>
#include <string>

#include "compiled/compiled_function.hpp"
#include "equations/equations.hpp"
#include "expr/sentence.hpp"
#include "model/decisions.hpp"

namespace rattleback {

struct Margin {
    double value = 1;
    Sentence sentence = {};   // what fails where it is zero
    std::string what = {};    // the constraint, coordinate or denominator
    bool is_of_form = false;  // of the variables, not of the motion
    double least = 0;         // of a margin without units, what is too small; 0: it must vanish
    bool is_denominator = false;
    bool is_of_speeds = false;  // the gradient of a constraint that velocities change
    bool has_value = true;      // false where numbers overflow: the value is 0 then
};

// A matrix whose entries are evaluated and whose margins are found in numbers.
struct WatchedMatrix {
    std::size_t size;
    bool by_rows;  // one margin per row, from the columns of the inverse; else the determinant
    std::size_t first_part;
    bool has_squares =
        false;  // the entries of N M⁻¹Nᵀ follow, by rows; else they are those of A M⁻¹Nᵀ

    std::size_t entries() const { return (has_squares ? 2 : 1) * size * size; }
};

struct WatchedMargins {
    std::vector<Margin> parts = {};            // what each margin means
    std::size_t scalars = 0;                   // margins that the code computes itself: the first
    std::size_t of_mass = 0;                   // those of M among them: the first
    std::vector<WatchedMatrix> matrices = {};  // the others, in order; by rows: A M⁻¹Nᵀ
    std::size_t phases = 0;                    // arguments of sines and cosines
    // Of q, speeds, t and parameters: scalars, then the phases, then the entries of the matrices.
    std::optional<CompiledFunction> values = {};
    // Scalars that are to be divided by the largest size of an expression.
    std::vector<std::pair<std::size_t, Expr>> by_bounds = {};
    // By the values of the parameters: what vanishes nowhere, and what has bounds.
    Decisions decisions;
};

// What somebody else knows of the motion.
struct KnownOfMargins {
    ExprVector guarded = {};                 // denominators whose zeros are looked for elsewhere
    std::vector<Replacement> meanings = {};  // what letters stand for, where margins are told
};

WatchedMargins watched_margins(const System& system, const Equations& equations,
                               const KnownOfMargins& known = {});

}  // namespace rattleback
