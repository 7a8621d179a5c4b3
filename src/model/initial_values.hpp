// The initial state, exactly: what the model says, and zero for what it does not name.
//
// Values stay formulas of numbers: an angle of pi/2 has sine 1, not nearly 1. Velocities follow from
// auxiliary variables, v = ψ(0, q, z), where the model gives those. Time begins at zero.
#pragma once

#include "model/system.hpp"

namespace rattleback {

// What a parameter stands for as the model writes it: a number, or a formula of those before it.
Expr written_value(const System& system, std::size_t parameter);

// What each parameter stands for, in numbers.
std::vector<Replacement> parameter_values(const System& system);

// The same as doubles, in the order of the parameters.
std::vector<double> parameter_numbers(const System& system);

// As parameter_values where one of them has another value, or stays a symbol: those that the model gives as
// formulas of it follow.
std::vector<Replacement> parameter_values(const System& system, const Replacement& other);

// One replacement for t and for every parameter, coordinate, velocity and auxiliary variable.
// Throws NumericalError where ψ has no value there.
std::vector<Replacement> initial_values(const System& system);

}  // namespace rattleback
