#include "study/derive_motion.hpp"

#include "structure/run_branch.hpp"
#include "study/changed_model.hpp"

namespace rattleback {

DerivedMotion derive_motion(const Description& description, const std::string& form) {
    require_functions(description);
    if (!form.empty()) check_form_name(form);
    auto [system, notes] = run_branch(build(
        form.empty() ? description : with_principle(description, formulation(form).principle())));
    FormChoice choice = chosen_form(system, form);
    Equations equations = derive(system, choice.name);
    return {std::move(system), std::move(choice), std::move(equations), std::move(notes)};
}

}  // namespace rattleback
