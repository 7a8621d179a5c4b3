// Rates along the motion by plain numbers: the oracle for what energy and momenta do.
//
// The motion is that of motion_oracle.hpp, which knows nothing of src but the formulas of the model.
#pragma once

#include "support/motion_oracle.hpp"

namespace rattleback::testing {

Real value_at(const System& system, const State& state, const Expr& e);

// dF/dt of F(t, q, v) along the motion through the state.
Real true_rate(const System& system, const State& state, const Expr& quantity);

// R·v, by the reactions of the true motion.
Real true_reaction_power(const System& system, const State& state);

}  // namespace rattleback::testing
