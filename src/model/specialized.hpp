// A system with numbers in the place of some of its parameters.
//
// What is proved with letters holds for all values of the parameters, and what is refuted with
// letters may still hold for the numbers of a model: with c = 0 the constraint ż = c y ẋ is
// integrable. Here the values of the model, exact as they are written (0.1 is 1/10, √2 stays √2), are
// put into everything that the system says, and each constraint is looked at again: its order, and
// how it depends on the velocities, may be others than with letters.
//
// A constraint of which nothing is left, c ẋ = 0 with c = 0, is left out.
//
// A parameter that the model gives as a formula of others, J = m·r², follows them: where m and r stay
// letters it becomes that formula.
#pragma once

#include <functional>
#include <span>

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

// One entry per parameter: whether it has the value of the model.
using FixedParameters = std::vector<bool>;

FixedParameters all_fixed(const System& system);

// Throws NumericalError where the system has no meaning at these values: a division by zero.
System specialized(const System& system, const FixedParameters& fixed);

// The constraints by themselves, with the values of all parameters: what they are by numbers. Throws as
// above for constraints, energies and forces.
System constraints_by_numbers(const System& system);

// A system with the names of its inputs, with something else in the place of each and of its derivatives.
System with_inputs_replaced(const System& by_name, std::span<const Replacement> replacements);

// A system without one of its constraints, and contacts without the part of it.
void leave_out(System& system, std::size_t constraint);

// "c = 0", "J = m*r^2": the parameters that are fixed, and their values as the model writes them.
Sentences fixed_values(const System& system, const FixedParameters& fixed);

// Few parameters that have to be fixed for a statement to hold which holds when all are: none of them
// can be left out. Of systems that cannot be made the statement does not hold.
FixedParameters fewest_fixed(const System& system, const std::function<bool(const System&)>& holds);

}  // namespace rattleback
