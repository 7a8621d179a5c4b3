// The family of solutions through a steady state: its dimension, and whether that is sure.
//
// The dimension is at most the nullity of ∂(f, c)/∂y, which is computed exactly where its numbers are
// rational (exact_slopes.hpp), and smaller where that is degenerate: x = 0 is isolated for
// L = ẋ²/2 − x⁴. So it is found by walking: from states a little away in directions of the kernel one goes
// back to solutions, which count where the exact rates vanish (exact_rates.hpp). Where all directions
// lead to some, the family has as many dimensions. Else solutions may branch there, and the dimension
// is that of what is spanned around one of the others; the answer is not sure then.
//
// States are without units (steady_equations.hpp).
#pragma once

#include "dynamics/exact_rates.hpp"
#include "dynamics/steady_equations.hpp"

namespace rattleback {

struct InVelocities;

struct FamilySeen {
    std::size_t dimension = 0;  // 0: isolated
    bool is_sure = true;        // false: only as far as the search sees
};

class SteadyFamily {
public:
    using State = SteadyEquations::State;

    SteadyFamily(const System& system, const InVelocities& form, const EssentialMotion& motion,
                 const SteadyEquations& equations);

    FamilySeen through(const State& state) const;
    // By exact rates. Each entry is known relative to its size, or so far.
    bool is_rounded_solution(const State& state, double apart = 0) const;

private:
    struct Around {
        std::vector<State> solutions;
        std::size_t spanned = 0;  // dimensions of the ways to them
        bool is_full = true;      // each direction of the kernel is one to a solution
        bool are_exact = true;    // up to rounding
    };

    std::size_t nullity_at(const State& state) const;
    std::optional<State> neighbour(const State& state, const SteadyEquations::Way& way,
                                   double step) const;
    Around around(const State& state, double step) const;

    const System& system_;
    const EssentialMotion& motion_;
    const SteadyEquations& equations_;
    ExactRates exact_;
};

}  // namespace rattleback
