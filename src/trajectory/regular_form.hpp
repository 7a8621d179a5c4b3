// Equations that have a value at every regular state.
//
// A form that divides by what the motion does not (equations/chart_denominators.hpp) fails at some
// regular states. An integration changes variables before it comes there; a program that is written
// for others, and a search over all states, need equations that do not fail: those in all velocities,
// with constraints free of denominators.
#pragma once

#include <optional>

#include "equations/form_choice.hpp"
#include "trajectory/continuation.hpp"

namespace rattleback {

struct RegularForm {
    InVelocities used;
    std::optional<FormChoice> choice = {};  // where it is not the given form
};

// The given form where it never fails, or where there is no other; else that in all velocities.
RegularForm regular_form(const System& system, const Equations& equations);

}  // namespace rattleback
