#include "study/derive_motion.hpp"

#include "structure/run_branch.hpp"
#include "study/changed_model.hpp"
#include "study/derive_forms.hpp"

namespace rattleback {

DerivedMotion derive_motion(const Description& description, const std::string& form) {
    require_functions(description);
    auto [system, notes] = run_branch(build(in_form(description, form)));
    FormChoice choice = chosen_form(system, form);
    Equations equations = derive(system, choice.name);
    return {std::move(system), std::move(choice), std::move(equations), std::move(notes)};
}

}  // namespace rattleback
