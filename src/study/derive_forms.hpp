// The equations of motion of a model, in one form or in all that apply.
//
//     for (const auto& [form, equations] : derive_forms(system)) …
#pragma once

#include <string>
#include <vector>

#include "equations/formulations.hpp"

namespace rattleback {

struct DerivedForm {
    const Formulation* form;
    Equations equations;
};

// In the order of the table of formulations; of the one that is named, if one is. Throws DerivationError
// where that cannot treat the system.
std::vector<DerivedForm> derive_forms(const System& system, const std::string& name = {});

}  // namespace rattleback
