// The state at which a run begins: the model's initial values, completed so that the constraints hold.
//
// What the model names stays as it is; what it does not name is moved as little as the constraints
// allow, in the metric of the kinetic energy (consistent_start.hpp). Where the named values alone
// violate a constraint, that is an error: it says which constraint, by how much, and the nearest
// values that would do.
//
// A branch, a chart and a singular state are those of the start as it is completed, never of the one
// with zeros in the place of what will be completed: `with_completed_start` gives the system with these
// values named.
//
// The state of a formulation is q and its speeds. Speeds that the model names (auxiliary variables z,
// latent variables λ) are taken from there; the others follow from the velocities.
#pragma once

#include "equations/equations.hpp"
#include "expr/evaluate.hpp"
#include "expr/sentence.hpp"
#include "model/decisions.hpp"

namespace rattleback {

struct InitialState {
    std::vector<double> q, v;
    std::vector<double> state;  // q, then the speeds of the equations
    Sentences notes;            // what was completed: full sentences
};

// Throws NumericalError where the initial values are inconsistent, or do not determine the speeds.
InitialState initial_state(const System& system, const Equations& equations);

// The initial values as doubles, with nothing completed, and the parameters and t.
Values numbers_at_start(const System& system);

// The system as it is where nothing has to be completed, or where it cannot be. Decisions that follow are
// those of the completed start (model/decisions.hpp).
CompletedSystem with_completed_start(const System& system);

}  // namespace rattleback
