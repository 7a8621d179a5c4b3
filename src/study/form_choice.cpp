#include "study/form_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "expr/flattened.hpp"
#include "expr/operations.hpp"
#include "expr/sentence_error.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// Of the elimination. A car with ten trailers, 5,800, runs faster without multipliers; a snake of twenty
// links, 29,000, takes 2.5 times as long (bench/forms.py).
constexpr std::size_t most_operations = 10'000;

// How many velocities a form in speeds eliminates; 0 where that does not cost too much, or where the
// model gives velocities that need no elimination.
std::size_t too_many_to_eliminate(const System& system) {
    if (system.parametrization) return 0;
    const ConstraintRows rows = constraint_rows(system);
    const ExprVector coefficients = joined({flattened(rows.a), rows.beta});
    const std::size_t k = rows.a.size();
    return k * count_operations(coefficients).total() > most_operations ? k : 0;
}

}  // namespace

Sentence FormChoice::sentence() const {
    switch (why) {
        case Why::Asked:
            if (eliminated == 0) return {};
            return rattleback::sentence(
                "The form {} eliminates {} velocities, which makes the equations several times as "
                "long; {} eliminates none.",
                name, std::to_string(eliminated), form_in_velocities().name);
        case Why::Principle:
            return rattleback::sentence("The form is {}, the principle of the model.", name);
        case Why::Default: return rattleback::sentence("The form is {}, the default.", name);
        case Why::DefaultRefuses:
            return rattleback::sentence("The form is {}, because {} cannot treat this system: {}.",
                                        name, form_in_speeds().name, refusal);
        case Why::DefaultCosts:
            return rattleback::sentence(
                "The form is {}, because {} would eliminate {} velocities, which makes the "
                "equations several times as long.",
                name, form_in_speeds().name, std::to_string(eliminated));
    }
    return {};
}

FormChoice default_form(const System& system) {
    const Formulation* row = &plain_form(system);
    if (row == &vakonomic_form()) return {std::string(row->name), FormChoice::Why::Principle};
    if (row == &form_in_speeds()) {
        if (const std::size_t eliminated = too_many_to_eliminate(system))
            return {std::string(form_in_velocities().name),
                    FormChoice::Why::DefaultCosts,
                    {},
                    eliminated};
        return {std::string(row->name), FormChoice::Why::Default};
    }
    const Sentence refusal = *form_in_speeds().refusal(system);
    const auto rows = applicable(system);
    if (rows.empty())
        throw SentenceError<DerivationError>(
            rattleback::sentence("no formulation can treat this system: {}.", refusal));
    if (std::ranges::find(rows, row) == rows.end()) row = rows.front();
    return {std::string(row->name), FormChoice::Why::DefaultRefuses, refusal};
}

FormChoice chosen_form(const System& system, const std::string& name) {
    if (name.empty()) return default_form(system);
    FormChoice choice{name};
    if (formulation(name).kind != FormKind::Reduced) return choice;
    choice.eliminated = too_many_to_eliminate(system);
    // Where nothing else would do it is no advice.
    if (choice.eliminated > 0 && form_in_velocities().refusal(system)) choice.eliminated = 0;
    return choice;
}

const Formulation& form_of_series(const System& system) {
    if (system.principle == Principle::Vakonomic) return vakonomic_form();
    return form_in_velocities().refusal(system) ? form_in_speeds() : form_in_velocities();
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
