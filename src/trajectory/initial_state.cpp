#include "trajectory/initial_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "expr/print_text.hpp"
#include "model/initial_values.hpp"
#include "trajectory/consistent_start.hpp"

namespace rattleback {
namespace {

bool is_named(const System& system, const Expr& variable) {
    return std::ranges::any_of(system.initial,
                               [&](const auto& entry) { return entry.first == variable; });
}

std::string listed(const ExprVector& variables, std::span<const double> values) {
    std::string text;
    for (std::size_t i = 0; i < variables.size(); ++i)
        text += fmt::format("{}{} = {:.10g}", i == 0 ? "" : ", ", to_text(variables[i]), values[i]);
    return text;
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
    std::string message = fmt::format("The initial {} violate", part.what);
    for (std::size_t i = 0; i < part.violations.size(); ++i)
        message += fmt::format("{} the constraint '{}' by {:.6g}", i == 0 ? "" : " and",
                               system.constraints[part.violations[i].constraint].name,
                               part.violations[i].amount);
    message += part.nearest ? fmt::format(". The nearest consistent ones are {}.",
                                          listed(part.variables, *part.nearest))
                            : ", and no consistent ones were found near them.";
    throw NumericalError(message);
}

// Moves the values that the model does not name to the nearest consistent ones.
void complete(const System& system, const Part& part, Values& values,
              std::vector<std::string>& notes) {
    if (part.violations.empty()) return;
    if (!part.nearest || !part.keeps_given) refuse(system, part);
    ExprVector moved;
    std::vector<double> to;
    for (std::size_t i = 0; i < part.variables.size(); ++i) {
        double& value = values[part.variables[i]];
        if (is_named(system, part.variables[i]) || value == (*part.nearest)[i]) continue;
        value = (*part.nearest)[i];
        moved.push_back(part.variables[i]);
        to.push_back(value);
    }
    notes.push_back(
        fmt::format("The initial {} were completed by {}.", part.what, listed(moved, to)));
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

}  // namespace

InitialState initial_state(const System& system, const Equations& equations) {
    Values values;
    for (const auto& [symbol, value] : initial_values(system)) values[symbol] = evaluate(value, {});
    const ConsistentStart start = consistent_start(system);
    InitialState result;
    complete(system, {"positions", system.q, start.positions, start.nearest_q, start.keeps_given_q},
             values, result.notes);
    complete(system,
             {"velocities", system.v, start.velocities, start.nearest_v, start.keeps_given_v},
             values, result.notes);
    for (const Expr& q : system.q) result.q.push_back(values.at(q));
    for (const Expr& v : system.v) result.v.push_back(values.at(v));
    result.state = result.q;
    const std::vector<double> z = speeds(system, equations, values);
    result.state.insert(result.state.end(), z.begin(), z.end());
    return result;
}

}  // namespace rattleback
