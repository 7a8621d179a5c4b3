#include <fmt/format.h>

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/build_steps.hpp"

namespace rattleback {
namespace {

constexpr Scope of_psi{.what = "a parametrization", .order = 0, .time = true, .auxiliary = true};

GivenParametrization read_psi(const ParametrizationDescription& written, const Written& place,
                              const Vocabulary& names, const System& system) {
    GivenParametrization result;
    for (const Written& name : written.variables) result.variables.push_back(symbol(name.text()));
    std::vector<std::optional<Expr>> psi(system.size());
    for (const auto& [name, formula] : written.velocities) {
        const Expr velocity = names.variable(
            name, {.order = 1}, "a parametrization gives velocities, as in \"x'\" = \"z\"");
        if (velocity.order() != 1)
            refuse(name, fmt::format("'{0}' is a coordinate; a parametrization gives velocities, "
                                     "as in \"{0}'\"",
                                     name.text()));
        const auto found = std::ranges::find(system.v, velocity);
        auto& entry = psi[static_cast<std::size_t>(found - system.v.begin())];
        if (entry) refuse(name, fmt::format("the velocity {} is given twice", name.text()));
        entry = names.formula(formula, of_psi);
    }
    for (std::size_t i = 0; i < psi.size(); ++i) {
        if (!psi[i])
            refuse(place, fmt::format("the parametrization does not give the velocity {}'; it "
                                      "gives all of them",
                                      system.q[i].name()));
        result.velocities.push_back(*psi[i]);
    }
    return result;
}

// The columns of ∂ψ/∂z are independent, as far as can be told quickly.
void check_variables(const GivenParametrization& given, const ParametrizationDescription& written) {
    for (std::size_t i = 0; i < given.variables.size(); ++i) {
        const auto& psi = given.velocities;
        if (std::ranges::none_of(psi,
                                 [&](const Expr& e) { return depends_on(e, given.variables[i]); }))
            refuse(written.variables[i],
                   fmt::format("no velocity depends on the auxiliary variable '{}'",
                               written.variables[i].text()));
    }
    std::size_t found = given.variables.size();
    try {
        found = rank(jacobian(given.velocities, given.variables), quick_proof);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    if (found < given.variables.size())
        refuse(written.variables[0],
               fmt::format("the {} auxiliary variables are not independent: the velocities depend "
                           "on {} combination{} of them only",
                           given.variables.size(), found, found == 1 ? "" : "s"));
}

// A constraint as a condition on velocities; second order is none.
std::optional<Expr> velocity_condition(const Constraint& constraint, const System& system) {
    if (constraint.order == 2) return {};
    if (constraint.order == 1) return constraint.expression;
    return derivative_along(constraint.expression, system.by_time_without_accelerations());
}

// How many of them are independent, as far as can be told quickly.
std::size_t independent_conditions(const System& system) {
    ExprVector conditions;
    for (const Constraint& c : system.constraints)
        if (const auto condition = velocity_condition(c, system)) conditions.push_back(*condition);
    try {
        return conditions.empty() ? 0 : rank(jacobian(conditions, system.v), quick_proof);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return conditions.size();
}

std::string remainder_text(const Expr& remainder) {
    constexpr std::size_t longest = 60;
    const std::string text = to_text(simplify(remainder));
    return text.size() <= longest ? fmt::format("; it leaves {} = 0", text) : "";
}

void check_against(const GivenParametrization& given, const Description& description,
                   const System& system) {
    std::vector<Replacement> by_psi;
    for (std::size_t i = 0; i < system.size(); ++i)
        by_psi.emplace_back(system.v[i], given.velocities[i]);
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        const bool is_written = i < description.constraints.size();
        const Written equation = is_written ? description.constraints[i].equation
                                            : place_of({}, description, "[parametrization]");
        located(equation, "this equation has no value with the parametrization", [&] {
            const auto condition = velocity_condition(system.constraints[i], system);
            if (!condition) return;
            const Expr remainder = substitute(*condition, by_psi);
            if (is_zero(remainder, {.limits = quick_proof}).proved_nonzero())
                refuse(equation, fmt::format("the parametrization does not satisfy {}{}",
                                             is_written ? "this equation"
                                                        : quoted(system.constraints[i].name),
                                             remainder_text(remainder)));
        });
    }
}

}  // namespace

void read_parametrization(const Description& description, const Vocabulary& names, System& system) {
    if (!description.parametrization) return;
    const ParametrizationDescription& written = *description.parametrization;
    const Written place = place_of(written.place, description, "[parametrization]");
    if (written.variables.empty())
        refuse(place,
               "the parametrization has no variables; name them, as in variables = [\"z1\"]");
    GivenParametrization given = read_psi(written, place, names, system);
    located(place, "the parametrization has no value", [&] { check_variables(given, written); });
    check_against(given, description, system);
    const std::size_t conditions = independent_conditions(system);
    const bool second_order =
        std::ranges::any_of(system.constraints, [](const Constraint& c) { return c.order == 2; });
    if (second_order && conditions + given.variables.size() < system.size())
        refuse(place,
               "beside a constraint of second order a parametrization cannot stand for "
               "constraints on velocities; write these as equations too");
    const std::size_t size = system.size(), least = size - std::min(size, conditions);
    if (conditions > 0 && given.variables.size() < least)
        refuse(written.variables[0],
               fmt::format("{} velocities with {} constraint{} leave {} free, but the "
                           "parametrization has {} variable{}",
                           size, conditions, conditions == 1 ? "" : "s", least,
                           given.variables.size(), given.variables.size() == 1 ? "" : "s"));
    system.parametrization = std::move(given);
}

}  // namespace rattleback
