// The formulation in which a motion is computed.
//
// Without a wish that is benenti, whose state satisfies the constraints by construction; where it
// does not apply, Lagrange's equations with multipliers, or else the first form that does. What was
// chosen, and why, is said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/arguments.hpp"
#include "model/system.hpp"

namespace rattleback {

struct ChosenForm {
    std::string name;
    std::string why;  // a full sentence; empty when the user chose
};

// Throws DerivationError when no form applies.
ChosenForm default_form(const System& system);

std::vector<std::string_view> form_names();

// Declares --form NAME.
void add_form_option(Arguments& arguments, std::string& form);

// Throws UsageError, with a suggestion, when there is no formulation of this name.
void check_form_name(const std::string& name);

}  // namespace rattleback
