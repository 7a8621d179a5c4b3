#include "study/form_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "equations/formulations.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

Sentence FormChoice::sentence() const {
    switch (why) {
        case Why::Asked: return {};
        case Why::Principle:
            return rattleback::sentence("The form is {}, the principle of the model.", name);
        case Why::Default: return rattleback::sentence("The form is {}, the default.", name);
        case Why::DefaultRefuses:
            return rattleback::sentence("The form is {}, because {} cannot treat this system: {}.",
                                        name, form_in_speeds().name, refusal);
    }
    return {};
}

FormChoice default_form(const System& system) {
    const Formulation* row = &plain_form(system);
    if (row == &vakonomic_form()) return {std::string(row->name), FormChoice::Why::Principle};
    if (row == &form_in_speeds()) return {std::string(row->name), FormChoice::Why::Default};
    const std::string refusal = *form_in_speeds().refusal(system);
    const auto rows = applicable(system);
    if (rows.empty())
        throw DerivationError(fmt::format("no formulation can treat this system: {}.", refusal));
    if (std::ranges::find(rows, row) == rows.end()) row = rows.front();
    return {std::string(row->name), FormChoice::Why::DefaultRefuses, refusal};
}

FormChoice chosen_form(const System& system, const std::string& name) {
    return name.empty() ? default_form(system) : FormChoice{name};
}

std::vector<std::string_view> form_names() {
    std::vector<std::string_view> names;
    for (const Formulation& f : formulations()) names.push_back(f.name);
    return names;
}

void check_form_name(const std::string& name) {
    const auto known = form_names();
    const std::vector<std::string> names(known.begin(), known.end());
    if (std::ranges::find(names, name) != names.end()) return;
    throw RequestError(fmt::format("there is no formulation '{}'{}", name,
                                   did_you_mean_or_all(name, names, "formulations")));
}

}  // namespace rattleback
