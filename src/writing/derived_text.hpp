// All that `derive` found of a model, in one text: what was understood of it, and each form after it.
//
// The notes are said once, before the forms; in JSON, where each form is read for itself, each has them.
#pragma once

#include <string>

#include "study/derive_forms.hpp"
#include "writing/text_options.hpp"

namespace rattleback {

std::string derived_text(const DerivedForms& derived, const TextOptions& options);
std::string derived_latex(const DerivedForms& derived, bool with_steps);
std::string derived_mathml(const DerivedForms& derived, bool with_steps);
std::string derived_json(const DerivedForms& derived);

}  // namespace rattleback
