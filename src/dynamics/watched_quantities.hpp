// What must hold along a motion, as expressions.
//
// A balance is a quantity, as the energy, whose change is the integral of a known rate, part of which
// is the work of the reaction. A residual must vanish at every state.
#pragma once

#include <cstdint>
#include <vector>

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

enum class WatchKind : std::uint8_t {
    Energy,
    PartEnergy,
    Momentum,
    Constant,  // a quantity that the model expects to be constant
    Constraint,
    ReactionPower,
    Gauss,
    ClosedForm  // that the model expects
};

// What is looked at: "constraint blade", "energy"; and what of it is measured, in a phrase.
struct Watch {
    WatchKind kind;
    Sentence which = {};  // of several of its kind
    Sentence says = {};
    Sentence without_value = {};  // said where it has none, as an integral that was not found
    bool of_forces = false;       // it has no value where the equations have no solution

    Sentence name() const;
};

// A quantity, how fast it changes apart from the reaction, and the field on which the reaction works.
struct Balance {
    Watch watch;
    Expr value, size, rate;
    ExprVector field;  // empty: the reaction has no part in it
    ExprVector along_a =
        {};                // part of the rate that is linear in the accelerations: its coefficients
    ExprVector generator;  // on which forces do work; empty: they have no part in it
    Expr rounding = 0;     // in units of ε, where the size of its terms does not tell
};

// What must vanish at every state.
struct Residual {
    Watch watch;
    Expr value, size;
    Expr rounding = 0;
};

// The terms of a·b, without their signs: what rounding and tolerances are compared with.
Expr size_of_terms(const ExprVector& a, const ExprVector& b);

std::vector<Balance> balances_of(const System& system);
std::vector<Residual> residuals_of(const System& system);

// Whether constraints exert a force: not in vakonomic motion.
bool has_reaction(const System& system);

}  // namespace rattleback
