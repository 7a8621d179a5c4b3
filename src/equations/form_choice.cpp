#include "equations/form_choice.hpp"

#include <algorithm>

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
                                        name, instead_of, reason);
        case Why::DefaultCosts:
            return rattleback::sentence(
                "The form is {}, because {} would eliminate {} velocities, which makes the "
                "equations several times as long.",
                name, instead_of, std::to_string(eliminated));
        case Why::OtherFails:
            return rattleback::sentence("The form is {}, because of this: {}", name, reason);
        case Why::OtherDivides:
            return rattleback::sentence(
                "The form is {}, in all velocities, because {} divides by {}, which may vanish.",
                name, instead_of, reason);
    }
    return {};
}

FormChoice default_form(const System& system) {
    const Formulation* row = &plain_form(system);
    const std::string speeds(form_in_speeds().name);
    if (row == &vakonomic_form()) return {std::string(row->name), FormChoice::Why::Principle};
    if (row == &form_in_speeds()) {
        if (const std::size_t eliminated = too_many_to_eliminate(system))
            return {std::string(form_in_velocities().name),
                    FormChoice::Why::DefaultCosts,
                    speeds,
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
    return {std::string(row->name), FormChoice::Why::DefaultRefuses, speeds, refusal};
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

const Formulation& plain_form(const System& system) {
    if (system.principle == Principle::Vakonomic) return vakonomic_form();
    return form_in_speeds().refusal(system) ? form_in_velocities() : form_in_speeds();
}

const Formulation& form_of_series(const System& system) {
    if (system.principle == Principle::Vakonomic) return vakonomic_form();
    return form_in_velocities().refusal(system) ? form_in_speeds() : form_in_velocities();
}

const Formulation& form_of_search(const System& system) {
    const auto has_quaternion = [](const Frame& frame) { return frame.quaternion.has_value(); };
    return std::ranges::any_of(system.frames, has_quaternion) ? form_in_velocities()
                                                              : plain_form(system);
}

std::optional<FormChoice> form_without_chart(const System& system, const Equations& equations,
                                             FormChoice::Why why, const Sentence& reason) {
    if (kind_of(equations) == FormKind::Vakonomic || form_in_velocities().refusal(system))
        return {};
    return FormChoice{std::string(form_in_velocities().name), why, equations.form, reason};
}

}  // namespace rattleback
