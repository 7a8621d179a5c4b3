// The state at which a run begins: the model's initial values, completed so that the constraints hold.
//
// What the model names stays as it is; what it does not name is moved as little as the constraints
// allow, in the metric of the kinetic energy (consistent_start.hpp). Where the named values alone
// violate a constraint, that is an error: it says which constraint, by how much, and the nearest
// values that would do.
//
// The state of a formulation is q and its speeds. Speeds that the model names (auxiliary variables z,
// latent variables λ) are taken from there; the others follow from the velocities.
#pragma once

#include "equations/equations.hpp"
#include "model/system.hpp"

namespace rattleback {

struct InitialState {
    std::vector<double> q, v;
    std::vector<double> state;       // q, then the speeds of the equations
    std::vector<std::string> notes;  // what was completed: full sentences
};

// Throws NumericalError where the initial values are inconsistent, or do not determine the speeds.
InitialState initial_state(const System& system, const Equations& equations);

}  // namespace rattleback
