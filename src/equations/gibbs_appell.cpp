#include "equations/gibbs_appell.hpp"

#include "equations/active_forces.hpp"
#include "equations/reduced_motion.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {
namespace {

// S as a function of (t, q, v, a), and the active forces: the free motion is ∂S/∂a = A.
struct AccelerationEnergy {
    Expr s;
    ExprVector active;
    std::string meaning;
};

std::vector<Replacement> all_zero(const ExprVector& symbols) {
    std::vector<Replacement> result;
    for (const Expr& e : symbols) result.emplace_back(e, 0);
    return result;
}

// S = ½ Σ m |r̈|², where L is the kinetic energy ½ Σ m |ṙ|² of the particles and nothing else.
std::optional<AccelerationEnergy> of_particles(const System& system) {
    if (system.particles.empty()) return {};
    const auto by_time = system.by_time();
    SumBuilder s, kinetic;
    for (const Particle& p : system.particles) {
        const ExprVector velocity = derivative_along(p.position, by_time);
        const ExprVector acceleration = derivative_along(velocity, by_time);
        s.add(p.mass * dot(acceleration, acceleration) / 2);
        kinetic.add(p.mass * dot(velocity, velocity) / 2);
    }
    if (kinetic.build() != system.lagrangian) return {};
    return AccelerationEnergy{s.build(), system.force, "½ Σ m |r̈|²"};
}

// S = ½ aᵀ M a − a·(f − A): the terms of ½ Σ m |r̈|² that contain accelerations.
AccelerationEnergy of_lagrangian(const System& system) {
    const auto [mass, force] = free_motion(system);
    ExprVector active = active_forces(system).force;
    const Expr s =
        dot(system.a, product(mass, system.a)) / 2 - dot(system.a, difference(force, active));
    return {s, std::move(active), "½ aᵀ M a − a·(f − A), without terms free of a"};
}

}  // namespace

std::optional<std::string> gibbs_appell_refusal(const System& system) {
    return reduced_motion_refusal(system);
}

Equations gibbs_appell(const System& system) {
    auto of_points = of_particles(system);
    const auto [s_free, active, meaning] =
        of_points ? std::move(*of_points) : of_lagrangian(system);
    const ReducedMotion motion = reduced_motion(system);
    const ExprMatrix tests = test_rows(system, motion);
    const Expr s = motion.on_constraints(system, {&s_free, 1}).front();
    const ExprVector a_lower = product(tests, motion.on_constraints(system, active));
    const ExprVector reaction =
        motion.on_constraints(system, difference(gradient(s_free, system.a), active));

    // ∂S/∂ż − A_α; along W, (∂S/∂a − A)·w.
    const ExprVector residual = is_generalized(system)
                                    ? product(tests, reaction)
                                    : difference(gradient(s, motion.z_rates), a_lower);
    ExprVector right = substitute(residual, all_zero(motion.z_rates));
    for (Expr& e : right) e = -e;

    Equations equations = equations_of(system, motion, jacobian(residual, motion.z_rates), right);
    equations.form = "gibbs_appell";
    equations.reactions = reaction;
    equations.steps = {
        {"a", "accelerations Ψ ż + σ", column(motion.accelerations())},
        {"S", "energy of the accelerations: " + meaning, {{s}}},
        {StepSymbol("A").low("α"), "active forces along the tests of the motion", column(a_lower)}};
    return equations;
}

}  // namespace rattleback
