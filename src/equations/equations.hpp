// Equations of motion: what every formulation returns.
//
// The state is q and the speeds: velocities v, auxiliary variables z, or v and multipliers λ. Two
// statements make a first-order system in normal form:
//
//     dq/dt = velocities(t, q, speeds) ,      matrix · unknowns = right
//
// where `unknowns` are d(speeds)/dt, entry by entry, then the reactions' multipliers where the form
// has them. `accelerations` is the map back by which formulations are compared: q̈ in terms of t, q,
// speeds and unknowns. `reactions` is R, one entry per coordinate, in the same terms.
//
// `steps` are the intermediate results that the derivation met on its way. `more_steps` makes those
// that only a reader wants, an inverse say, and that no motion should pay for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "equations/step_symbol.hpp"
#include "expr/derivative.hpp"
#include "expr/expr.hpp"
#include "expr/sentence.hpp"

namespace rattleback {

// Why a form cannot treat a system, in a clause; nothing where it can.
using Refusal = std::optional<Sentence>;

// An intermediate result worth showing; a vector is a matrix of one column.
struct Step {
    StepSymbol symbol;  // as in the literature
    Sentence meaning;   // in words
    ExprMatrix value;
};

struct Equations {
    std::string form;  // its name in the table of formulations
    ExprVector q;
    ExprVector speeds;
    ExprVector velocities;
    ExprVector unknowns;
    ExprMatrix matrix;
    ExprVector right;
    ExprVector accelerations;
    ExprVector reactions;
    ExprVector speeds_from_velocities;  // speeds as functions of (t, q, v) on the constraints
    std::vector<Step> steps;
    Sentences notes;  // a branch taken, a choice made: full sentences
    std::function<std::vector<Step>()> more_steps = {};

    std::vector<Step> all_steps() const;  // `steps`, then `more_steps`
};

}  // namespace rattleback
