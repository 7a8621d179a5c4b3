#include "model/free_motion.hpp"

#include "base/remembered.hpp"
#include "expr/flattened.hpp"
#include "expr/symmetric.hpp"
#include "model/energy.hpp"

namespace rattleback {

ExprVector latent_reaction(const System& system) {
    ExprVector result(system.higher.empty() ? 0 : system.size());
    for (const HigherConstraint& h : system.higher)
        for (std::size_t i = 0; i < result.size(); ++i) result[i] += h.direction[i] * h.latent[0];
    return result;
}

namespace {

// All that a free motion depends on.
ExprVector formulas(const System& system, const ExprVector& reaction) {
    ExprVector result{static_cast<int>(system.size()), system.lagrangian, system.t};
    for (const ExprVector* part : {&system.q, &system.v, &system.force, &reaction})
        append(result, *part);
    return result;
}

FreeMotion differentiated(const System& system, const ExprVector& reaction) {
    const ExprVector momenta = momenta_of(system.lagrangian, system.v);
    const ExprVector slope = gradient(system.lagrangian, system.q);
    const ExprVector drift = derivative_along(momenta, system.by_time_without_accelerations());
    FreeMotion result{jacobian(momenta, system.v), {}};
    write_alike_on_both_sides(result.mass);
    for (std::size_t i = 0; i < system.size(); ++i)
        result.force.push_back(slope[i] - drift[i] + system.force[i]);
    for (std::size_t i = 0; i < reaction.size(); ++i) result.force[i] += reaction[i];
    return result;
}

}  // namespace

FreeMotion free_motion(const System& system) {
    thread_local Remembered<ExprVector, FreeMotion> known;
    const ExprVector reaction = latent_reaction(system);
    return known.value(formulas(system, reaction),
                       [&] { return differentiated(system, reaction); });
}

}  // namespace rattleback
