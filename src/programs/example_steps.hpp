// How many equal steps of the classical Runge–Kutta method an example takes.
//
// The step is halved until the end of the run no longer changes in the sixth digit. Where the most
// steps do not suffice, the run is made half as long: it meets a singular state, or equal steps are not
// for this motion.
#pragma once

#include "compiled/equations_of_motion.hpp"

namespace rattleback {

struct ExampleSteps {
    double until;
    std::size_t count;  // a multiple of 10, for ten lines of output
};

ExampleSteps example_steps(const EquationsOfMotion& motion, const std::vector<double>& initial,
                           double until);

}  // namespace rattleback
