// The formulation in which a motion is computed where nobody says which.
//
// That is the normal form in auxiliary variables, whose state satisfies the constraints by
// construction and is the smallest; where it does not apply, Lagrange's equations with multipliers,
// or else the first form that does. The reason is data; `sentence` says it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct FormChoice {
    enum class Why : std::uint8_t { Asked, Principle, Default, DefaultRefuses };

    std::string name;
    Why why = Why::Asked;
    std::string refusal = {};  // of the default, where it refuses

    Sentence sentence() const;  // empty where it was asked for
};

// Throws DerivationError where no form applies.
FormChoice default_form(const System& system);

// The one that is asked for, or the default where the name is empty.
FormChoice chosen_form(const System& system, const std::string& name);

std::vector<std::string_view> form_names();

// Throws RequestError, with the names that there are, where there is no formulation of this name.
void check_form_name(const std::string& name);

}  // namespace rattleback
