#include <fmt/format.h>

#include <algorithm>

#include "expr/matrices.hpp"
#include "model/build_steps.hpp"

namespace rattleback {
namespace {

constexpr Scope of_lagrangian{.what = "the Lagrangian", .order = 1, .time = true};
constexpr Scope of_kinetic_energy{.what = "the kinetic energy", .order = 1, .time = true};
constexpr Scope of_potential{.what = "a potential", .order = 0, .time = true};
constexpr Scope of_mass{.what = "a mass"};
constexpr Scope of_position{.what = "the position of a particle", .order = 0, .time = true};

std::string counted(std::size_t n) { return fmt::format("{} component{}", n, n == 1 ? "" : "s"); }

std::string title(const Particle& particle) {
    return fmt::format("the particle '{}'", particle.name);
}

Particle read_particle(const ParticleDescription& written, const Description& description,
                       const Vocabulary& names, const System& system) {
    const Written place = place_of(written.place, description, "[[particle]]");
    Particle result;
    result.name = written.name.empty() ? fmt::format("P{}", system.particles.size() + 1)
                                       : written.name.text();
    if (std::ranges::find(system.particles, result.name, &Particle::name) != system.particles.end())
        refuse(written.name.empty() ? place : written.name,
               fmt::format("there are two particles '{}'", result.name));
    if (written.mass.empty()) refuse(place, title(result) + " has no mass");
    if (written.position.empty()) refuse(place, title(result) + " has no position");
    const std::size_t size = written.position.size();
    if (size != 2 && size != 3)
        refuse(written.position[0], fmt::format("the position of {} has {}; expected 2 or 3",
                                                title(result), counted(size)));
    if (!system.particles.empty() && system.particles[0].position.size() != size)
        refuse(written.position[0],
               fmt::format("the position of {} has {}, but that of {} has {}", title(result),
                           counted(size), title(system.particles[0]),
                           system.particles[0].position.size()));
    result.mass = names.formula(written.mass, of_mass);
    for (const Written& r : written.position)
        result.position.push_back(names.formula(r, of_position));
    result.force = ExprVector(size);
    if (!written.force.empty()) result.force = read_force_on(result, written.force, names);
    return result;
}

// L = Σ m |ṙ|² / 2.
Expr lagrangian_of(const std::vector<Particle>& particles, const System& system) {
    const auto by_time = system.by_time_without_accelerations();
    SumBuilder sum;
    for (const Particle& particle : particles) {
        const ExprVector velocity = derivative_along(particle.position, by_time);
        sum.add(particle.mass * dot(velocity, velocity) / 2);
    }
    return sum.build();
}

// Exactly one way; the second one that is met is refused.
void read_lagrangian(const Description& description, const Vocabulary& names, System& system) {
    const bool lagrangian = !description.lagrangian.empty(),
               energy = !description.kinetic.empty() || !description.potential.empty(),
               particles = !description.particles.empty() || !description.bodies.empty();
    if (lagrangian && energy)
        refuse(description.kinetic.empty() ? description.potential : description.kinetic,
               "the free motion is said twice, by 'lagrangian' and by [energy]; keep one of them");
    if (particles && (lagrangian || energy))
        refuse(description.particles.empty()
                   ? place_of(description.bodies[0].place, description, "[[body]]")
                   : place_of(description.particles[0].place, description, "[[particle]]"),
               fmt::format("the free motion is said twice, by {} and by {}; keep one of them",
                           lagrangian ? "'lagrangian'" : "[energy]",
                           description.particles.empty() ? "[[body]]" : "[[particle]]"));
    if (energy && description.kinetic.empty())
        refuse(description.potential,
               "there is a potential energy but no kinetic energy; add 'kinetic' to [energy]");
    if (!lagrangian && !energy && !particles)
        throw ModelError(
            "the model does not say how it moves freely; give 'lagrangian', [energy], "
            "[[particle]] or [[body]]",
            description.file);
    if (lagrangian) system.lagrangian = names.formula(description.lagrangian, of_lagrangian);
    if (energy) {
        system.lagrangian = names.formula(description.kinetic, of_kinetic_energy);
        if (!description.potential.empty())
            system.lagrangian -= names.formula(description.potential, of_potential);
    }
    for (const auto& particle : description.particles)
        system.particles.push_back(read_particle(particle, description, names, system));
}

}  // namespace

void read_free_motion(const Description& description, const Vocabulary& names, System& system) {
    read_lagrangian(description, names, system);
    if (!system.particles.empty()) {
        const Written place = place_of(description.particles[0].place, description, "[[particle]]");
        system.lagrangian = located(place, "the kinetic energy has no value",
                                    [&] { return lagrangian_of(system.particles, system); });
    }
    read_bodies(description, names, system);
}

}  // namespace rattleback
