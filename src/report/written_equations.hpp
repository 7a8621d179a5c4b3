// Equations of motion as lines to print: what `derive` shows in text, LaTeX and JSON.
//
// Velocities first where they are not the speeds themselves, then the unknowns, solved for where
// that is short enough to read and left in rows of matrix · unknowns = right where it is not. Formulas
// that are too long even so are written with abbreviations.
#pragma once

#include <string>
#include <vector>

#include "equations/formulations.hpp"
#include "expr/equation.hpp"

namespace rattleback {

struct WrittenEquations {
    std::vector<Equation> abbreviations;
    std::vector<Equation> kinematics;  // q̇ = …, where the speeds are other than q̇
    std::vector<Equation> dynamics;
    std::vector<Equation> reactions;  // R = …, only when the unknowns are solved for
    bool solved = false;
};

WrittenEquations write_out(const Equations& equations);

std::string equations_text(const Formulation& form, const Equations& equations, bool with_steps);
std::string equations_latex(const Formulation& form, const Equations& equations);
// One JSON object; formulas are strings of the formula language. Long ones are abbreviated: a list
// "abbreviations" of pairs [name, formula], each in terms of those before it.
std::string equations_json(const Formulation& form, Equations equations);

}  // namespace rattleback
