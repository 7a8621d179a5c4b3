// Where the equations of motion jump or have a kink: the zeros of u in |u| and sign u, and the cut of
// atan2(y, x), which is y = 0 where x < 0.
//
// On either side of such a surface u = 0 the equations are smooth, and they are so beyond it, when
// |u| is read as s·u and sign u as s with a fixed side s = ±1: also u/|u| then has a value on the
// surface itself. So a system is rewritten in which every |u| and sign u has its side as a parameter,
//
//     |u| → s u ,   sign u → s ,   atan2(y, x) → s π + atan2(c y, c x) ,
//
// with c = 1, s = 0 away from the cut, and c = −1 with s the sign of y near it. The first of these is
// smooth but on the cut itself, the second where x < 0: both are for angles between 90° and 180°, and
// who changes from one to the other there does so where nothing happens (`off_cut`). A product is split
// into its factors, and constant factors are left aside, so that |2 x y| switches with x and with y.
// √(u²) is |u|; asin w is atan2(w, √(1 − w²)), so that asin(sin u) and acos(cos u) have their kinks too,
// and atan(tan u) jumps where cos u = 0. A root or logarithm of s·u ends at the surface: see continued_roots.hpp for what methods
// meet beyond it. Friction in a plane switches at a point, not at a surface: see norms.hpp.
//
// Who integrates must stop at the surface and decide how it goes on: see phases.hpp.
#pragma once

#include <optional>

#include "expr/sentence.hpp"
#include "trajectory/norms.hpp"

namespace rattleback {

struct Switch {
    Expr argument;                  // u, or y of a cut; in t, q and v
    Expr side;                      // s, a parameter of the rewritten system
    std::optional<Expr> only_left;  // x of a cut
    Expr turned = {};               // c of a cut
    bool ends_root = false;         // a root or logarithm has its end at the surface
    friend bool operator==(const Switch&, const Switch&) = default;
};

struct SwitchedSystem {
    System system;  // with directions and then sides as parameters, the last ones
    std::vector<Switch> switches;
    std::vector<Norm> norms;

    // Switches and then norms have numbers.
    std::size_t size() const { return switches.size() + norms.size(); }
};

// Nothing where nothing switches. Directions may be left in the forces, singular at rest.
std::optional<SwitchedSystem> with_sides(const System& system, bool take_norms = true);

// Positive where the angle of a cut is less than arccos(−1/n), n > 1, and so not near the cut.
Expr off_cut(const Switch& cut, int n);

// What sides stand for, away from their surfaces: s → sign u. Those of cuts have no such formula.
std::vector<Replacement> meanings_of_sides(const SwitchedSystem& of);

// The surface in words: "x' = 1"; where a norm vanishes: "x' = 0, y' = 0".
Sentence surface_text(const SwitchedSystem& of, std::size_t which);

}  // namespace rattleback
