#include "start/initial_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "equations/formulations.hpp"
#include "expr/print_text.hpp"
#include "expr/sentence_error.hpp"
#include "expr/short_decimal.hpp"
#include "geometry/pivot_choice.hpp"
#include "model/decisions.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "start/consistent_start.hpp"
#include "start/latent_start.hpp"

namespace rattleback {
namespace {

bool is_named(const System& system, const Expr& variable) {
    return std::ranges::any_of(system.initial,
                               [&](const auto& entry) { return entry.first == variable; });
}

Sentence values_of(const ExprVector& variables, std::span<const double> values) {
    Sentences equations;
    for (std::size_t i = 0; i < variables.size(); ++i)
        equations.emplace_back(valued(variables[i], values[i]));
    return listed(equations, ", ", ", ");
}

// Which of the positions or velocities are wrong, and what would be right.
struct Part {
    std::string_view what;
    const ExprVector& variables;
    const std::vector<Violation>& violations;
    const std::optional<std::vector<double>>& nearest;
    bool keeps_given;
};

[[noreturn]] void refuse(const System& system, const Part& part) {
    Sentence message = sentence("The initial {} violate", part.what);
    for (std::size_t i = 0; i < part.violations.size(); ++i)
        message += sentence("{} the constraint {}", i == 0 ? "" : " and",
                            violated(system, part.violations[i]));
    message += part.nearest ? sentence(". The nearest consistent ones are {}.",
                                       values_of(part.variables, *part.nearest))
                            : ", and no consistent ones were found near them.";
    throw SentenceError<NumericalError>(message);
}

std::array<Part, 2> parts_of(const System& system, const ConsistentStart& start) {
    return {Part{"positions", system.q, start.positions, start.nearest_q, start.keeps_given_q},
            Part{"velocities", system.v, start.velocities, start.nearest_v, start.keeps_given_v}};
}

bool can_be_completed(const Part& part) {
    return part.violations.empty() || (part.nearest && part.keeps_given);
}

// Moves the values that the model does not name to the nearest consistent ones.
void complete(System& system, const Part& part, const Values& values, Sentences& notes) {
    if (part.violations.empty()) return;
    ExprVector moved;
    std::vector<double> to;
    for (std::size_t i = 0; i < part.variables.size(); ++i) {
        const Expr& variable = part.variables[i];
        const double value = (*part.nearest)[i];
        if (is_named(system, variable) || values.at(variable) == value) continue;
        moved.push_back(variable);
        to.push_back(value);
    }
    for (std::size_t i = 0; i < moved.size(); ++i)
        system.initial.emplace_back(moved[i], decimal_number(to[i]));
    notes.push_back(
        sentence("The initial {} were completed by {}.", part.what, values_of(moved, to)));
}

// A speed that the model gives itself: an auxiliary or a latent variable.
std::optional<double> given_speed(const System& system, const Expr& speed, const Values& values) {
    const bool is_velocity = std::ranges::find(system.v, speed) != system.v.end();
    if (is_velocity) return {};
    const bool is_auxiliary = system.parametrization &&
                              std::ranges::find(system.parametrization->variables, speed) !=
                                  system.parametrization->variables.end() &&
                              values.contains(speed);
    if (is_auxiliary) return values.at(speed);
    const auto entry =
        std::ranges::find_if(system.initial, [&](const auto& e) { return e.first == speed; });
    if (entry != system.initial.end()) return evaluate(entry->second, values);
    return {};
}

std::vector<double> speeds(const System& system, const Equations& equations, Values values) {
    std::vector<double> result;
    const bool has_inverse = !equations.speeds_from_velocities.empty();
    for (std::size_t i = 0; i < equations.speeds.size(); ++i) {
        const Expr& speed = equations.speeds[i];
        if (const auto given = given_speed(system, speed, values)) {
            result.push_back(*given);
            continue;
        }
        // A latent variable stands for itself: what is not named is zero.
        if (has_inverse && equations.speeds_from_velocities[i] == speed && !values.contains(speed))
            values[speed] = 0;
        if (!has_inverse)
            throw NumericalError(
                fmt::format("The velocities do not determine '{}'; give its initial value in the "
                            "model, and no initial velocities.",
                            to_text(speed)));
        result.push_back(evaluate(equations.speeds_from_velocities[i], values));
        if (!std::isfinite(result.back()))
            throw NumericalError(
                fmt::format("The speed '{}' of the form '{}' has no value at the initial state.",
                            to_text(speed), equations.form));
    }
    return result;
}

// A form that has chosen another branch of a constraint has other velocities. Nothing is said of speeds
// that the model gives itself, nor of rest.
void require_velocities(const System& system, const Equations& equations, const InitialState& start,
                        Values values) {
    constexpr double most = 1e-6;
    for (const Expr& speed : equations.speeds)
        if (given_speed(system, speed, values)) return;
    for (std::size_t i = 0; i < equations.speeds.size(); ++i)
        values[equations.speeds[i]] = start.state[system.size() + i];
    const PivotChoice metric(system);
    double all = 0, difference = 0;
    for (std::size_t i = 0; i < system.size(); ++i) {
        const double v = evaluate(equations.velocities[i], values);
        if (!std::isfinite(v)) return;  // which is a matter of the form's variables
        all = std::hypot(all, metric.weights()[i] * start.v[i]);
        difference = std::hypot(difference, metric.weights()[i] * (v - start.v[i]));
    }
    if (all > 0 && difference > most * all)
        throw NumericalError(fmt::format(
            "The form '{}' does not have the initial velocities: its equations are those on "
            "another branch of the constraints. A form in all velocities, such as '{}', has all "
            "branches.",
            equations.form, form_in_velocities().name));
}

CompletedSystem completed(const System& system) {
    CompletedSystem result{.system = system, .notes = {}};
    if (!system.functions.empty()) return result;  // a function without values
    const ConsistentStart start = consistent_start(system);
    const auto parts = parts_of(system, start);
    result.is_consistent = std::ranges::all_of(parts, can_be_completed);
    if (!result.is_consistent) return result;
    const Values values = numbers_at_start(system);
    for (const Part& part : parts) complete(result.system, part, values, result.notes);
    try {
        complete_reactions(result.system, result.notes);
    } catch (const NumericalError&) {  // accelerations that no reaction gives; a run says so
        result.is_consistent = false;
    }
    return result;
}

}  // namespace

Values numbers_at_start(const System& system) {
    Values values;
    for (const auto& [symbol, value] : initial_values(system)) values[symbol] = evaluate(value, {});
    return values;
}

CompletedSystem with_completed_start(const System& system) {
    return start_completed(system, &completed);
}

InitialState initial_state(const System& given, const Equations& equations) {
    const ConsistentStart start = consistent_start(given);
    for (const Part& part : parts_of(given, start))
        if (!can_be_completed(part)) refuse(given, part);
    InitialState result;
    System system = given;
    Values values = numbers_at_start(given);
    for (const Part& part : parts_of(given, start)) complete(system, part, values, result.notes);
    complete_reactions(system, result.notes);
    values = numbers_at_start(system);
    for (const Expr& q : system.q) result.q.push_back(values.at(q));
    for (const Expr& v : system.v) result.v.push_back(values.at(v));
    result.state = result.q;
    const std::vector<double> z = speeds(system, equations, values);
    result.state.insert(result.state.end(), z.begin(), z.end());
    require_velocities(system, equations, result, values);
    return result;
}

}  // namespace rattleback
