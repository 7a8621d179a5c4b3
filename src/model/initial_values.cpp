#include "model/initial_values.hpp"

#include <algorithm>

#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "model/decisions.hpp"

namespace rattleback {

// The text of a model is the one place that keeps the formula: `value` has the numbers in it.
Expr written_value(const System& system, std::size_t parameter) {
    look_at_numbers();
    const auto& written = system.description.parameters;
    return written.size() == system.parameters.size() ? parse(written[parameter].formula.source)
                                                      : system.parameters[parameter].value;
}

// A parameter may use those before it.
std::vector<Replacement> parameter_values(const System& system) {
    look_at_numbers();
    std::vector<Replacement> values;
    for (const Parameter& p : system.parameters)
        values.emplace_back(p.symbol, substitute(p.value, values));
    return values;
}

std::vector<double> parameter_numbers(const System& system) {
    look_at_numbers();
    Values known;
    std::vector<double> result;
    for (const Parameter& p : system.parameters) {
        result.push_back(evaluate(p.value, known));
        known[p.symbol] = result.back();
    }
    return result;
}

std::vector<Replacement> parameter_values(const System& system, const Replacement& other) {
    std::vector<Replacement> values;
    for (std::size_t i = 0; i < system.parameters.size(); ++i) {
        const Expr& name = system.parameters[i].symbol;
        values.emplace_back(name, name == other.first
                                      ? other.second
                                      : substitute(written_value(system, i), values));
    }
    return values;
}

std::vector<Replacement> initial_values(const System& system) {
    std::vector<Replacement> values = parameter_values(system);
    const std::size_t parameters = values.size();
    const auto given = [&](const Expr& variable) {
        const auto found = std::ranges::find_if(system.initial,
                                                [&](const auto& p) { return p.first == variable; });
        return found == system.initial.end()
                   ? Expr(0)
                   : substitute(found->second, std::span(values).first(parameters));
    };
    values.emplace_back(system.t, 0);
    for (const Expr& q : system.q) values.emplace_back(q, given(q));
    const bool velocities_given =
        std::ranges::any_of(system.initial, [](const auto& p) { return p.first.order() == 1; });
    if (system.parametrization && !velocities_given) {
        for (const Expr& z : system.parametrization->variables) values.emplace_back(z, given(z));
        const ExprVector v = substitute(system.parametrization->velocities, values);
        for (std::size_t i = 0; i < system.size(); ++i) values.emplace_back(system.v[i], v[i]);
    } else {
        for (const Expr& v : system.v) values.emplace_back(v, given(v));
    }
    for (const HigherConstraint& h : system.higher)
        for (const Expr& mu : h.latent) values.emplace_back(mu, given(mu));
    return values;
}

}  // namespace rattleback
