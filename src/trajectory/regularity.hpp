// How far a state is from one where the equations of motion fail.
//
// Watched are [B 3, 8.3; S 19; THEORY §9]
//
//     A M⁻¹ Nᵀ        singular where the constraints lose rank, or the reaction law fails
//     M               singular where some combination of velocities has no inertia
//     the matrix of the form itself: G, or the vakonomic one
//     denominators    that vanish: √(x'² + y'²) for Appell and Hamel, cos φ for ẏ = ẋ tan φ
//
// Of A M⁻¹Nᵀ the i-th margin is 1/|((A M⁻¹Nᵀ)⁻¹)ᵢᵢ|, for ideal constraints the squared distance of
// the i-th row of A from the span of the others, so that the guilty constraint has a name. Of M and
// other positive definite matrices the margins are the pivots of L D Lᵀ; of any other matrix, with
// rows brought to a common size, 1/‖matrix⁻¹‖. Each margin is divided by the largest that the run
// has seen: a number between 0 and 1, without units. A run that comes below least_margin (ode_problem.hpp) has
// come to a singular state.
//
// Margins of the motion (the first two, and denominators of energies, forces and constraints) are
// told from those of the form: where only the latter vanish, other variables will do.
#pragma once

#include <optional>
#include <string>

#include "compiled/compiled_function.hpp"
#include "equations/equations.hpp"
#include "model/system.hpp"
#include "trajectory/ode_problem.hpp"

namespace rattleback {

class TapeBuilder;

struct Margin {
    double value = 1;
    std::string sentence = {};    // what fails where it is zero
    std::string what = {};        // the constraint, coordinate or denominator
    bool is_of_form = false;      // of the variables, not of the motion
    double least = least_margin;  // below this it counts as zero
    bool has_value = true;        // false where numbers overflow: the value is 0 then
};

class Regularity {
public:
    Regularity(const System& system, const Equations& equations,
               std::span<const double> parameters);

    bool is_needed() const { return !parts_.empty(); }
    // The smallest margin at a state; 0 where a margin has no value.
    double operator()(double t, const double* state) const;
    // Which one it is.
    Margin smallest(double t, const double* state) const;

private:
    // A matrix whose entries are evaluated and whose margins are found in numbers.
    struct Dense {
        std::size_t size;
        bool by_rows;  // one margin per row, from the diagonal of the inverse; else one for all
        std::size_t first_part;
    };

    void evaluate(double t, const double* state) const;
    void invert(const Dense& matrix, const double* entries) const;

    friend class RegularityBuilder;
    std::vector<Margin> parts_;  // what each margin means
    std::size_t scalars_ = 0;    // margins that the code computes itself: the first ones
    std::vector<Dense> dense_;   // the others, in order
    std::optional<CompiledFunction> values_;  // scalars, then the entries of the matrices
    mutable std::vector<double> in_, out_, margins_, largest_, row_sizes_;
    std::size_t state_size_ = 0;
};

}  // namespace rattleback
