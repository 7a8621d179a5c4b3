#include "geometry/newton_force.hpp"

#include "expr/derivative.hpp"
#include "model/frames.hpp"

namespace rattleback {

bool is_only_support(const System& system) {
    const Description& written = system.description;
    return system.contacts.size() == 1 && system.bodies.size() == 1 &&
           system.bodies[0].frame == system.contacts[0].frame && written.particles.empty() &&
           written.constraints.empty() && written.knife_edges.empty() &&
           written.rollings.size() == 1 && written.springs.empty() && written.forces.empty() &&
           written.lagrangian.empty() && written.kinetic.empty() && written.potential.empty();
}

NewtonForce newton_force(const System& system) {
    NewtonForce result;
    const Body& body = system.bodies[0];
    result.momentum = body.mass * velocity(system.frames[body.frame], body.centre);
    const Vector3 weight = body.mass * system.gravity;
    for (std::size_t i = 0; i < 3; ++i)
        result.force[i] = derivative_along(result.momentum[i], system.by_time()) - weight[i];
    return result;
}

}  // namespace rattleback
