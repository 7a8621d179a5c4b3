// Equations of motion for a program to read: one JSON object, formulas as strings of the formula
// language.
//
// All that Equations has is there, unsolved: matrix · unknowns = right. Long formulas are
// abbreviated: a list "abbreviations" of pairs [name, formula], each in terms of those before it.
#pragma once

#include <string>

#include "equations/formulations.hpp"

namespace rattleback {

std::string equations_json(const Formulation& form, Equations equations);

}  // namespace rattleback
