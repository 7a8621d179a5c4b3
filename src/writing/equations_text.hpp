// Equations of motion in text, for a terminal: aligned, and broken at operators where they are long.
//
// There are two notations. That of formulas can be pasted into a model file, and is complete: what
// is long has as many abbreviations as it needs. That of mathematics, with dots and Greek letters,
// is for reading; where it would need more abbreviations than one reads, it has letters for the
// entries of the linear system instead, and says so.
//
// Several forms together are often the same equations in the end. They are written once, and the
// other forms say so: what a form then adds, its multipliers or another way of writing the
// reaction, is still shown.
#pragma once

#include <span>
#include <string>

#include "study/derive_forms.hpp"
#include "writing/text_options.hpp"
#include "writing/written_equations.hpp"

namespace rattleback {

std::string equations_text(const Formulation& form, const Equations& equations,
                           const TextOptions& options = {});
std::string equations_text(std::span<const DerivedForm> forms, const TextOptions& options = {});

}  // namespace rattleback
