#include "study/derive_motion.hpp"

#include "structure/run_branch.hpp"
#include "study/changed_model.hpp"
#include "study/derive_forms.hpp"

namespace rattleback {

DerivedMotion derive_motion(const Description& description, const std::string& form) {
    require_functions(description);
    return derive_motion(build(in_form(description, form)), form);
}

DerivedMotion derive_motion(const System& written, const std::string& form) {
    auto [system, notes] = run_branch(written);
    FormChoice choice = chosen_form(system, form);
    Equations equations = derive(system, choice.name);
    return {std::move(system), std::move(choice), std::move(equations), std::move(notes)};
}

}  // namespace rattleback
