#include "equations/kane.hpp"

#include "equations/active_forces.hpp"
#include "equations/reduced_motion.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {
namespace {

// F*_r of the particles, from their accelerations; the partial velocities as steps.
ExprVector inertia_of_particles(const System& system, const ReducedMotion& motion,
                                std::vector<Step>& steps) {
    const auto by_time = system.by_time();
    std::vector<SumBuilder> sums(motion.z.size());
    for (const Particle& particle : system.particles) {
        const ExprVector velocity = derivative_along(particle.position, by_time);
        const ExprVector acceleration =
            motion.on_constraints(system, derivative_along(velocity, by_time));
        const ExprMatrix partial =  // ∂ṙ/∂u_r = Σⱼ ∂r/∂qⱼ ∂ψⱼ/∂u_r, one column per r
            product(jacobian(particle.position, system.q), motion.slope);
        for (std::size_t r = 0; r < sums.size(); ++r)
            sums[r].add(-particle.mass * dot(transposed(partial)[r], acceleration));
        steps.push_back({StepSymbol("v").low("r").high_word(particle.name),
                         "partial velocities of '" + particle.name + "', one column per speed",
                         partial});
        steps.push_back({StepSymbol("a").high_word(particle.name),
                         "acceleration of '" + particle.name + "'", column(acceleration)});
    }
    ExprVector result;
    for (SumBuilder& sum : sums) result.push_back(sum.build());
    return result;
}

// ½ Σ m |ṙ|², written as the model writes it, so that it cancels.
Expr kinetic_energy_of_particles(const System& system) {
    const auto by_time = system.by_time();
    SumBuilder sum;
    for (const Particle& particle : system.particles) {
        const ExprVector velocity = derivative_along(particle.position, by_time);
        sum.add(particle.mass * dot(velocity, velocity) / 2);
    }
    return sum.build();
}

// −(d/dt ∂T'/∂vᵢ − ∂T'/∂qᵢ), on the constraints.
ExprVector generalized_inertia(const System& system, const ReducedMotion& motion, const Expr& t) {
    const ExprVector rates = derivative_along(gradient(t, system.v), system.by_time());
    return motion.on_constraints(system, difference(gradient(t, system.q), rates));
}

}  // namespace

Refusal kane_refusal(const System& system) {
    return first_of(system, unless_ideal, reduced_motion_refusal);
}

Equations kane(const System& system) {
    const ReducedMotion motion = reduced_motion(system);
    const ExprMatrix along_u = transposed(motion.slope);  // ∂ψ/∂u_r
    std::vector<Step> steps{{"ψ", "the velocities v = ψ(t, q, u)", column(motion.psi)}};
    ExprVector inertia = inertia_of_particles(system, motion, steps);  // F*_r

    const auto [rest, force] =
        active_forces(system, system.lagrangian - kinetic_energy_of_particles(system));
    const ExprVector active = product(along_u, motion.on_constraints(system, force));  // F_r
    if (system.particles.empty() || !is_zero(rest).proved_zero()) {
        const ExprVector more = product(along_u, generalized_inertia(system, motion, rest));
        for (std::size_t r = 0; r < inertia.size(); ++r) inertia[r] += more[r];
    }

    // F_r + F*_r = 0 in u̇: F*_r = −Σ_s matrix_rs u̇_s + F*_r at u̇ = 0.
    std::vector<Replacement> steady;
    for (const Expr& rate : motion.z_rates) steady.emplace_back(rate, 0);
    ExprMatrix matrix = jacobian(inertia, motion.z_rates);
    for (ExprVector& row : matrix)
        for (Expr& e : row) e = -e;
    ExprVector right = substitute(inertia, steady);
    for (std::size_t r = 0; r < right.size(); ++r) right[r] += active[r];

    Equations result = equations_of(system, motion, matrix, right);
    result.form = "kane";
    const FreeMotion free = free_motion(system);
    result.reactions = motion.on_constraints(
        system, difference(product(free.mass, system.a), free.force));  // R = M a − f
    result.steps = std::move(steps);
    result.steps.push_back({StepSymbol("F").low("r"), "generalized active forces", column(active)});
    result.steps.push_back(
        {StepSymbol("F*").low("r"), "generalized inertia forces", column(inertia)});
    return result;
}

}  // namespace rattleback
