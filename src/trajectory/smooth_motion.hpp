// Equations of motion between two switches, where they are smooth, and on a surface at which the
// motion is held.
//
// Away from the surfaces each has a side, ±1. On a surface u = 0 towards which both sides push, the
// motion slides (Filippov 1988): with the fields f₊ and f₋ of its sides
//
//     ẏ = λ f₊ + (1 − λ) f₋ ,   0 ≤ λ ≤ 1 ,   λ such that u stays zero .
//
// Forces that are affine in the side s make that f(s) with s = 2λ − 1 in [−1, 1], an unknown like
// the multiplier of a constraint: one more equation, d(leading)/dt = 0, where `leading` is u, or
// du/dt where u has no speeds in it. Dry friction −F sign x' is the case u = x': held, it acts as
// whatever force keeps x' = 0, up to ±F.
//
// The unknown is scaled so that the matrix stays symmetric where the jump acts along the gradient of
// `leading`, as friction does: held = bound·s. Surfaces that share their `leading`, as x = 0 and
// x' = 0, are held as one, with the sum of their bounds.
//
// Where forces depend on a direction e (norms.hpp) the motion may be held where w = 0: the entries ηₐ
// of e are unknowns, with as many equations dωₐ/dt = 0, and e stays in its ball, Σ δₐ ηₐ² ≤ 1.
#pragma once

#include "equations/equations.hpp"
#include "trajectory/switches.hpp"

namespace rattleback {

// Away is of a cut. A norm is Held where it stays zero, Slow where it is small, else Above. On a surface
// that others keep the motion on, as on x' = y' where x' = 0 and y' = 0 are held, no unknown is determined:
// it is Kept there, and its force stays as it is; so is a norm.
enum class Side : std::int8_t { Below = -1, Held = 0, Above = 1, Away = 2, Slow = 3, Kept = 4 };
constexpr bool stays(Side side) { return side == Side::Held || side == Side::Kept; }
// s, which is 0 where it is none of ±1.
constexpr int sign_of(Side side) {
    if (side == Side::Above) return 1;
    return side == Side::Below ? -1 : 0;
}
// The s of each surface that is kept, or the direction e of a norm, by its number.
using KeptAt = std::vector<std::pair<std::size_t, std::vector<double>>>;

struct Surface {
    Expr value;        // u in terms of t, q and the speeds
    Expr leading;      // what a jump of the forces changes the rate of
    bool of_position;  // leading is du/dt
};
std::vector<Surface> surfaces(const SwitchedSystem& switched, const Equations& equations);

// Several surfaces with one `leading`, or a norm.
struct Held {
    std::vector<std::size_t> numbers;  // of switches, or one of a norm
    ExprVector forces;                 // the unknowns: one of surfaces
    ExprVector bounds;                 // force = bound·s for each switch, or bound·η of a norm
    Expr margin = {};                  // positive as long as they hold
    ExprVector leaves_to = {};         // then: s, but for a positive factor, or η
};

struct SmoothMotion {
    System system;
    Equations equations;
    std::vector<Held> held;
    ExprVector held_force;  // what the held surfaces exert, one entry per coordinate; or empty
};

// The equations are those of the switched system, with its sides and directions in them. Nothing where
// the law of sliding does not follow from them.
std::optional<SmoothMotion> smooth_motion(const SwitchedSystem& switched,
                                          const Equations& equations,
                                          const std::vector<NormAtState>& norms,
                                          const std::vector<Side>& sides, const KeptAt& kept);

}  // namespace rattleback
