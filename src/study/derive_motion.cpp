#include "study/derive_motion.hpp"

#include "equations/replaced.hpp"
#include "model/drives.hpp"
#include "model/input_table.hpp"
#include "model/specialized.hpp"
#include "structure/run_branch.hpp"
#include "study/changed_model.hpp"
#include "study/derive_forms.hpp"

namespace rattleback {

namespace {

// What the numbers of one piece of a table decide, as which term vanishes, is not so in the next: the
// equations are derived with the names of inputs.
DerivedMotion derive_with_tables(const Description& description, const System& by_value,
                                 const std::string& form) {
    DerivedMotion motion = derive_by_name(description, form);
    const std::vector<Replacement> values = values_of(by_value.inputs);
    motion.equations = with_replaced(std::move(motion.equations), values);
    motion.system = with_inputs_replaced(motion.system, values);
    motion.system.parameters = by_value.parameters;
    motion.system.inputs = by_value.inputs;
    return motion;
}

}  // namespace

DerivedMotion derive_by_name(const Description& description, const std::string& form) {
    auto [system, notes] = understood(build(in_form(description, form), InputsAs::ByName));
    FormChoice choice = chosen_form(system, form);
    Equations equations = derive(system, choice.name);
    return {std::move(system), std::move(choice), std::move(equations), std::move(notes)};
}

DerivedMotion derive_motion(const Description& given, const std::string& form) {
    require_functions(given);
    const Description description = in_form(given, form);
    const System system = build(description);
    return has_tables(system) ? derive_with_tables(description, system, form)
                              : derive_motion(system, form);
}

DerivedMotion derive_motion(const System& written, const std::string& form) {
    auto [system, notes] = run_branch(written);
    FormChoice choice = chosen_form(system, form);
    Equations equations = derive(system, choice.name);
    return {std::move(system), std::move(choice), std::move(equations), std::move(notes)};
}

}  // namespace rattleback
