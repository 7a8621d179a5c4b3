#include "equations/gibbs_appell.hpp"

#include "equations/acceleration_energy.hpp"
#include "equations/gauss_steps.hpp"
#include "equations/reduced_motion.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {
namespace {

std::vector<Replacement> all_zero(const ExprVector& symbols) {
    std::vector<Replacement> result;
    for (const Expr& e : symbols) result.emplace_back(e, 0);
    return result;
}

}  // namespace

Refusal gibbs_appell_refusal(const System& system) { return reduced_motion_refusal(system); }

Equations gibbs_appell(const System& system) {
    const auto [s_free, active, meaning] = acceleration_energy(system);
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
    equations.more_steps = [system] { return gauss_part_steps(system); };
    return equations;
}

}  // namespace rattleback
