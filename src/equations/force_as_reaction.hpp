// A force replaced by a constraint of second order whose reaction it is [D Theorem IV].
//
// A free system with forces F̃ beside its potential ones moves as one without F̃ under the ideal
// constraint
//
//     F̃_i (D vⁱ/dt − Qⁱ − F̃ⁱ) = 0                                                         [D 23]
//
// (whose bracket the paper lost), with the multiplier +1. What stands in the bracket is a − a_free,
// so any regular L is admitted. The correspondence fails where F̃ = 0: there the constraint is empty
// and says nothing. Lanchester's problem, (24) and (25), is the paper's example.
#pragma once

#include "model/system.hpp"

namespace rattleback {

// The same system without its forces, except those that have potentials, and with the constraint,
// named "force". DerivationError when it has constraints already or no such force.
System with_force_as_reaction(const System& system);

}  // namespace rattleback
