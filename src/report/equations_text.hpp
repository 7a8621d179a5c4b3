// Equations of motion in text, for a terminal: aligned, and broken at operators where they are long.
//
// Several forms together are often the same equations in the end. They are written once, and the
// other forms say so: what a form then adds, its multipliers or another way of writing the
// reaction, is still shown.
#pragma once

#include <span>
#include <string>

#include "report/written_equations.hpp"

namespace rattleback {

struct DerivedForm {
    const Formulation* form;
    Equations equations;
};

std::string equations_text(const Formulation& form, const Equations& equations, bool with_steps);
std::string equations_text(std::span<const DerivedForm> forms, bool with_steps);

}  // namespace rattleback
