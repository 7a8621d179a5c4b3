#include "equations/force_as_reaction.hpp"

#include <algorithm>

#include "expr/matrices.hpp"
#include "expr/print_text.hpp"
#include "geometry/core_system.hpp"
#include "geometry/inverse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

System with_force_as_reaction(const System& system) {
    if (!system.constraints.empty() || system.parametrization)
        throw DerivationError(
            "'" + system.title() +
            "' has constraints, so the reaction of one more would not be the force "
            "alone");
    Description description = system.description;
    std::erase_if(description.forces, [](const auto& force) { return force.potential.empty(); });
    for (ParticleDescription& particle : description.particles) particle.force.clear();
    const ExprVector force = difference(system.force, build(description).force);  // F̃
    if (std::ranges::all_of(force, &Expr::is_zero))
        throw DerivationError("'" + system.title() + "' has no force that could be a reaction");

    const auto [mass, f] = free_motion(system);
    const Expr left = dot(force, system.a);
    const Expr right = dot(force, product(inverse(mass), f));  // a_free
    description.constraints.push_back(
        {.name = "force", .equation = to_text(Equation{left, right})});
    return build(description);
}

}  // namespace rattleback
