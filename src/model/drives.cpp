#include "model/drives.hpp"

#include <algorithm>

#include "expr/input.hpp"
#include "expr/substitute.hpp"
#include "model/quantities.hpp"

namespace rattleback {
namespace {

// Higher derivatives of an input than a constraint of the highest order brings stand nowhere.
constexpr int highest_order = 8;

// μ of the constraint with this number.
std::optional<Expr> multiplier(const std::vector<Quantity>& quantities, std::size_t number) {
    for (const Quantity& q : quantities)
        if (q.kind == QuantityKind::Multiplier && q.of == number) return q.symbol;
    return {};
}

// R_s; nothing where the model's law of reactions does not tell it.
std::optional<Expr> reaction_along(const System& system, const std::string& name) {
    const std::vector<Quantity> quantities = quantities_of(system);
    SumBuilder sum;
    const auto add = [&](const Constraint& c, const std::optional<Expr>& mu) {
        const Expr slope = derivative(c.expression, input(name, c.order));
        if (slope.is_zero()) return true;
        if (c.reaction || !system.reaction_vanishes_on.empty() || !mu) return false;
        sum.add(*mu * slope);
        return true;
    };
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
        if (!add(system.constraints[i], multiplier(quantities, i))) return {};
    for (const HigherConstraint& h : system.higher)
        if (!add(h.constraint, h.latent[0])) return {};
    const bool is_only_parametrized = system.parametrization && system.constraints.empty();
    if (is_only_parametrized && input_order_in(system.parametrization->velocities, name) >= 0)
        return {};
    return sum.build();
}

}  // namespace

std::vector<Drive> drives_of(const System& system) {
    std::vector<Drive> result;
    if (system.principle == Principle::Vakonomic) return result;
    for (const Input& each : system.inputs) {
        const Expr rate = input(each.name, 1);
        const Expr momentum = derivative(system.lagrangian, rate);
        const Expr whole = derivative_along(momentum, system.by_time()) -
                           derivative(system.lagrangian, input(each.name)) - each.force;
        const std::optional<Expr> reaction = reaction_along(system, each.name);
        if (whole.is_zero() && reaction && reaction->is_zero()) continue;
        result.push_back({each.name, rate, momentum, whole,
                          reaction ? std::optional(whole - *reaction) : std::nullopt});
    }
    return result;
}

std::vector<Replacement> values_of(const std::vector<Input>& inputs) {
    std::vector<Replacement> result;
    for (const Input& each : inputs) {
        Expr value = each.value;
        for (int order = 0; order <= highest_order; ++order) {
            result.emplace_back(input(each.name, order), value);
            value = derivative(value, symbol("t"));
        }
    }
    return result;
}

std::vector<Drive> with_values(std::vector<Drive> drives, const std::vector<Input>& inputs) {
    const std::vector<Replacement> values = values_of(inputs);
    for (Drive& drive : drives) {
        for (Expr* part : {&drive.rate, &drive.momentum, &drive.whole})
            *part = substitute(*part, values);
        if (drive.force) drive.force = substitute(*drive.force, values);
    }
    return drives;
}

std::vector<std::pair<std::string, Expr>> drive_quantities(const System& system) {
    std::vector<std::pair<std::string, Expr>> result;
    for (const Drive& drive : system.drives) {
        if (!drive.force) continue;
        result.emplace_back("Q_" + drive.input, *drive.force);
        result.emplace_back("P_" + drive.input, *drive.force * drive.rate);
    }
    return result;
}

bool is_drive_quantity(const std::string& name, const Description& description) {
    if (!name.starts_with("Q_") && !name.starts_with("P_")) return false;
    return std::ranges::any_of(description.inputs, [&](const InputDescription& each) {
        return each.name.text() == name.substr(2);
    });
}

}  // namespace rattleback
