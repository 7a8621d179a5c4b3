// Forces replaced by constraints of second order whose reactions they are [D Theorem IV].
//
// A free system with forces F̃ beside its potential ones moves as one without F̃ under the ideal
// constraint
//
//     F̃_i (D vⁱ/dt − Qⁱ − F̃ⁱ) = 0                                                         [D 23]
//
// (whose bracket the paper lost), with the multiplier +1. What stands in the bracket is a − a_free,
// so any regular L is admitted. The correspondence fails where F̃ = 0: there the constraint is empty
// and says nothing. Lanchester's problem, (24) and (25), is the paper's example. With F̃ = Σ F̃_ν there is
// a constraint for each part; model/exerted_forces.hpp has the equations, which a model may also ask
// for by the key `force` of a constraint.
#pragma once

#include "model/system.hpp"

namespace rattleback {

enum class ForceSplit : std::uint8_t {
    Whole,       // one constraint for all of F̃
    Forces,      // one for each force that the model names
    Coordinates  // one for each component of F̃
};

struct ForceConstraint {
    std::string name;   // "force", and with several "force 2" or "force on x"
    ExprVector force;   // F̃_ν, a component for each coordinate
    Equation equation;  // F̃_νi aⁱ = F̃_νi a_freeⁱ
};

// DerivationError when the system has constraints already or no such force.
std::vector<ForceConstraint> force_constraints(const System& system,
                                               ForceSplit split = ForceSplit::Whole);

// The same system without its forces, except those that have potentials, and with the constraints.
System with_force_as_reaction(const System& system, ForceSplit split = ForceSplit::Whole);

}  // namespace rattleback
