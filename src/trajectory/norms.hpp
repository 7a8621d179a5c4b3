// Where forces depend on the direction w/|w| of a velocity w, as friction in a plane does.
//
//     F = F₀ + B w/|w| ,   |w|² = Q = Σ dᵢ wᵢ² ,   wᵢ affine in the velocities .
//
// At w = 0 the direction has no value. What the force may be there is the set of its limits and what
// lies between them (Filippov 1988): F₀ + B e with e anywhere in the ball Σ dᵢ eᵢ² ≤ 1. So a system
// is rewritten in which the direction is a parameter,
//
//     wᵢ/|w| → eᵢ ,   |w| → r ,
//
// and the forces are affine in e: w/√Q is found in the forces however it is written, where Q is a
// quadratic form with nothing left after its squares are completed (Lagrange). A force that has other
// limits, as w₁²/Q or 1/|w|, is left as it is, and is singular at rest.
//
// In the variables of a form the wᵢ need not be independent: a blade allows one direction of two.
// There Q = Σ δₐ ωₐ², wᵢ = Σ Pᵢₐ ωₐ, and with them eᵢ = Σ Pᵢₐ ηₐ. Forms that keep all velocities take
// the ω of one whose speeds are free.
#pragma once

#include <optional>

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

struct Norm {
    Expr square;                // Q, in terms of t, q and v
    ExprVector parts, weights;  // w and d
    ExprVector directions;      // e, parameters of the rewritten system
    Expr size;                  // r, likewise
    friend bool operator==(const Norm&, const Norm&) = default;
};

// The norms whose directions the forces of the system depend on; these forces are rewritten.
std::vector<Norm> take_directions(System& system);

struct NormAtState {
    Expr square;
    ExprVector all_parts;       // w, in terms of t, q and speeds
    ExprVector parts, weights;  // ω and δ
    ExprMatrix through;         // P
    friend bool operator==(const NormAtState&, const NormAtState&) = default;
};

// Nothing where the velocities of the form do not make Q a quadratic form.
std::optional<std::vector<NormAtState>> norms_at_state(const System& system,
                                                       const std::vector<Norm>& norms,
                                                       const Equations& equations);

// The directions and sizes as they are where w is not zero, in terms of v or of the state.
std::vector<Replacement> moving(const Norm& norm, const ExprVector& parts, const Expr& square);

}  // namespace rattleback
