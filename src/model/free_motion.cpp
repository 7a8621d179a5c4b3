#include "model/free_motion.hpp"

#include "expr/symmetric.hpp"

namespace rattleback {

ExprVector latent_reaction(const System& system) {
    ExprVector result(system.higher.empty() ? 0 : system.size());
    for (const HigherConstraint& h : system.higher)
        for (std::size_t i = 0; i < result.size(); ++i) result[i] += h.direction[i] * h.latent[0];
    return result;
}

FreeMotion free_motion(const System& system) {
    const ExprVector momenta = gradient(system.lagrangian, system.v);
    const ExprVector slope = gradient(system.lagrangian, system.q);
    const ExprVector drift = derivative_along(momenta, system.by_time_without_accelerations());
    FreeMotion result{jacobian(momenta, system.v), {}};
    write_alike_on_both_sides(result.mass);
    for (std::size_t i = 0; i < system.size(); ++i)
        result.force.push_back(slope[i] - drift[i] + system.force[i]);
    const ExprVector reaction = latent_reaction(system);
    for (std::size_t i = 0; i < reaction.size(); ++i) result.force[i] += reaction[i];
    return result;
}

}  // namespace rattleback
