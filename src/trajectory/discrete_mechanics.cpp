#include "trajectory/discrete_mechanics.hpp"

#include "equations/formulations.hpp"
#include "expr/flattened.hpp"
#include "geometry/core_system.hpp"
#include "model/dependence.hpp"
#include "trajectory/projection.hpp"

namespace rattleback {

std::optional<std::string> discrete_refusal(const System& system, const Equations& equations) {
    if (kind_of(equations) == FormKind::Vakonomic) return "Vakonomic motion is not d'Alembert's.";
    if (!keeps_all_velocities(system, equations))
        return "It steps positions and velocities, and the form '" + equations.form +
               "' has other speeds; take '" + std::string(form_in_velocities().name) + "'.";
    if (is_generalized(system)) return "The reaction law of this system is not ideal.";
    for (const HigherConstraint& h : system.higher)
        return "The constraint '" + h.constraint.name + "' is of order " +
               std::to_string(h.constraint.order) + ".";
    for (const Constraint& c : system.constraints) {
        if (c.order != 1 || !is_affine(c))
            return "The constraint '" + c.name + "' is not linear in the velocities.";
    }
    return {};
}

DiscreteMechanics::DiscreteMechanics(const System& system) : n_(system.size()) {
    ExprVector inputs = system.q;
    inputs.insert(inputs.end(), system.v.begin(), system.v.end());
    inputs.push_back(system.t);
    for (const Parameter& p : system.parameters) inputs.push_back(p.symbol);

    ExprVector values = gradient(system.lagrangian, system.v);
    const ExprVector slope = gradient(system.lagrangian, system.q);
    for (std::size_t i = 0; i < n_; ++i) values.push_back(slope[i] + system.force[i]);
    for (const auto i : constraint_rows(system).independent) {
        values.push_back(system.constraints[i].expression);
        ++k_;
    }
    ExprVector outputs = values;
    for (const ExprVector* variables : {&system.q, &system.v})
        append(outputs, jacobian(values, *variables));
    values_ = compile(inputs, outputs);
}

DiscreteMechanics DiscreteMechanics::with(std::span<const double> parameters) const {
    DiscreteMechanics result = *this;
    result.parameters_.assign(parameters.begin(), parameters.end());
    return result;
}

}  // namespace rattleback
