#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "expr/input.hpp"
#include "model/build_steps.hpp"

namespace rattleback {
namespace {

constexpr Scope of_potential{.what = "a potential", .order = 0, .time = true};
constexpr Scope of_force{.what = "a force", .order = 1, .time = true};

Particle& find_particle(const Written& name, System& system) {
    const auto found = std::ranges::find(system.particles, name.text(), &Particle::name);
    if (found != system.particles.end()) return *found;
    std::vector<std::string> known;
    for (const Particle& particle : system.particles) known.push_back(particle.name);
    refuse(name, fmt::format("there is no particle {}{}", quoted(name.text()),
                             did_you_mean(name.text(), known)));
}

void check_one_way(const ForceDescription& force, const Written& place) {
    const bool components = !force.components.empty(), vector = !force.vector.empty();
    const bool value = !force.value.empty() || components || vector;
    const auto ways = static_cast<int>(!force.on.empty()) + static_cast<int>(components) +
                      static_cast<int>(!force.potential.empty()) +
                      static_cast<int>(!force.particle.empty());
    const bool surplus = !force.potential.empty() && value;
    if (ways > 1 || surplus)
        refuse(place,
               "a force is said in one way: by 'on' and 'value', by a table of components, "
               "by 'potential', or by 'particle' and 'value'");
    if (!force.on.empty() && (vector || force.value.empty()))
        refuse(force.on, fmt::format("the force on '{}' has no value; give 'value' as one formula",
                                     force.on.text()));
    if (!force.particle.empty() && !vector)
        refuse(force.particle,
               fmt::format("the force on the particle '{}' has no components; give 'value' as a "
                           "list of them",
                           force.particle.text()));
    if (!force.value.empty() && force.on.empty())
        refuse(force.value, "this is a force on one coordinate, but 'on' does not say on which");
    if (vector && force.particle.empty())
        refuse(force.vector[0],
               "this is a force on a particle, but 'particle' does not say on which");
    if (ways == 0)
        refuse(place,
               "this force says nothing; give 'value' with 'on' or 'particle', or 'potential'");
}

// Fᵢ = Σ F·∂r/∂qᵢ.
void add_generalized_force(const Particle& particle, System& system) {
    const ExprMatrix slopes = jacobian(particle.position, system.q);
    for (std::size_t i = 0; i < system.size(); ++i)
        for (std::size_t c = 0; c < slopes.size(); ++c)
            system.force[i] += particle.force[c] * slopes[c][i];
    for (Input& each : system.inputs)
        each.force += dot(particle.force, derivative(particle.position, input(each.name)));
}

void add_force(const ForceDescription& force, const Description& description,
               const Vocabulary& names, System& system) {
    check_one_way(force, place_of(force.place, description, "[[force]]"));
    ExprVector added(system.size());
    if (!force.on.empty()) {
        added = read_components({{force.on, force.value}}, names, system, of_force);
    } else if (!force.components.empty()) {
        added = read_components(force.components, names, system, of_force);
    } else if (!force.potential.empty()) {
        const Expr potential = names.formula(force.potential, of_potential);
        const ExprVector slope = located(force.potential, "the force has no value",
                                         [&] { return gradient(potential, system.q); });
        for (std::size_t i = 0; i < system.size(); ++i) added[i] = -slope[i];
        for (Input& each : system.inputs) each.force -= derivative(potential, input(each.name));
    } else {
        Particle& particle = find_particle(force.particle, system);
        const ExprVector vector = read_force_on(particle, force.vector, names);
        for (std::size_t i = 0; i < vector.size(); ++i) particle.force[i] += vector[i];
    }
    for (std::size_t i = 0; i < system.size(); ++i) system.force[i] += added[i];
}

}  // namespace

ExprVector read_force_on(const Particle& particle, const std::vector<Written>& components,
                         const Vocabulary& names) {
    if (components.size() != particle.position.size())
        refuse(
            components[0],
            fmt::format("the force on the particle {} has {} component{}, but its position has {}",
                        quoted(particle.name), components.size(), components.size() == 1 ? "" : "s",
                        particle.position.size()));
    ExprVector result;
    for (const Written& component : components)
        result.push_back(names.formula(component, of_force));
    return result;
}

void read_forces(const Description& description, const Vocabulary& names, System& system) {
    system.force.assign(system.size(), 0);
    for (const auto& force : description.forces) add_force(force, description, names, system);
    for (std::size_t i = 0; i < system.particles.size(); ++i) {
        const Written place = place_of(description.particles[i].place, description, "[[particle]]");
        located(place, "the force has no value",
                [&] { add_generalized_force(system.particles[i], system); });
    }
}

}  // namespace rattleback
