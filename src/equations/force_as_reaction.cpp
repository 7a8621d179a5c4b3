#include "equations/force_as_reaction.hpp"

#include <algorithm>

#include "expr/matrices.hpp"
#include "expr/print_text.hpp"
#include "model/exerted_forces.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

bool is_zero(const ExprVector& force) { return std::ranges::all_of(force, &Expr::is_zero); }

Description without_forces(Description description) {
    std::erase_if(description.forces, [](const auto& force) { return force.potential.empty(); });
    for (ParticleDescription& particle : description.particles) particle.force.clear();
    std::erase_if(description.springs, [](const auto& spring) { return spring.stiffness.empty(); });
    for (SpringDescription& spring : description.springs) spring.damping = {};
    return description;
}

// F̃ of the forces that the model names, each by itself.
std::vector<ExprVector> named_forces(const System& system, const ExprVector& potential) {
    const Description none = without_forces(system.description);
    std::vector<ExprVector> result;
    for (const ForceDescription& force : system.description.forces) {
        if (!force.potential.empty()) continue;
        Description one = none;
        one.forces.push_back(force);
        result.push_back(difference(build(one).force, potential));
    }
    for (std::size_t i = 0; i < none.particles.size(); ++i) {
        if (system.description.particles[i].force.empty()) continue;
        Description one = none;
        one.particles[i].force = system.description.particles[i].force;
        result.push_back(difference(build(one).force, potential));
    }
    for (SpringDescription damper : system.description.springs) {
        if (damper.damping.empty()) continue;
        damper.stiffness = damper.length = {};
        Description one = none;
        one.springs.push_back(std::move(damper));
        result.push_back(difference(build(one).force, potential));
    }
    return result;
}

std::vector<ForceConstraint> parts_of(const System& system, const ExprVector& potential,
                                      ForceSplit split) {
    const ExprVector force = difference(system.force, potential);  // F̃
    std::vector<ForceConstraint> parts;
    switch (split) {
        case ForceSplit::Whole:
            parts.push_back({.name = "force", .force = force, .equation = {}});
            break;
        case ForceSplit::Forces:
            for (const ExprVector& one : named_forces(system, potential))
                parts.push_back({.name = "force " + std::to_string(parts.size() + 1),
                                 .force = one,
                                 .equation = {}});
            break;
        case ForceSplit::Coordinates:
            for (std::size_t i = 0; i < force.size(); ++i) {
                ExprVector component(force.size());
                component[i] = force[i];
                parts.push_back({.name = "force on " + std::string(system.q[i].name()),
                                 .force = component,
                                 .equation = {}});
            }
    }
    std::erase_if(parts, [](const ForceConstraint& part) { return is_zero(part.force); });
    if (parts.empty())
        throw DerivationError("'" + system.title() + "' has no force that could be a reaction");
    return parts;
}

}  // namespace

std::vector<ForceConstraint> force_constraints(const System& system, ForceSplit split) {
    if (!system.constraints.empty() || !system.higher.empty() || system.parametrization)
        throw DerivationError(
            "'" + system.title() +
            "' has constraints, so the reaction of one more would not be the force "
            "alone");
    const ExprVector potential = build(without_forces(system.description)).force;
    std::vector<ForceConstraint> parts = parts_of(system, potential, split);
    ExprMatrix forces;
    for (const ForceConstraint& part : parts) forces.push_back(part.force);
    const auto equations = exerting_equations(forces, free_motion(system), system);
    if (!equations)
        throw DerivationError("the mass matrix of '" + system.title() +
                              "' is singular, so that no constraint on accelerations exerts its "
                              "forces alone");
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].equation = (*equations)[i];
    return parts;
}

System with_force_as_reaction(const System& system, ForceSplit split) {
    const auto parts = force_constraints(system, split);
    Description description = without_forces(system.description);
    for (const ForceConstraint& part : parts)
        description.constraints.push_back({.name = part.name, .equation = to_text(part.equation)});
    return build(description);
}

}  // namespace rattleback
