#include "study/derive_motion.hpp"

#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"
#include "structure/physics.hpp"
#include "structure/run_branch.hpp"
#include "study/changed_model.hpp"

namespace rattleback {
namespace {

// A constraint that depends on others and does not follow from them would be left out.
void require_relations(const System& system) {
    if (constraint_rows(system).independent.size() == system.constraints.size()) return;
    for (const Finding& finding : relation_findings(system))
        if (finding.no_motion) throw NumericalError(to_text(finding.sentence));
}

}  // namespace

DerivedMotion derive_motion(const Description& description, const std::string& form) {
    require_functions(description);
    if (!form.empty()) check_form_name(form);
    const System model = build(
        form.empty() ? description : with_principle(description, formulation(form).principle()));
    auto [system, notes] = run_branch(model);
    require_relations(model);
    FormChoice choice = chosen_form(system, form);
    Equations equations = derive(system, choice.name);
    return {std::move(system), std::move(choice), std::move(equations), std::move(notes)};
}

}  // namespace rattleback
