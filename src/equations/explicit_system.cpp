#include "equations/explicit_system.hpp"

#include "equations/active_forces.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"

namespace rattleback {
namespace {

ExprVector at(const ExprVector& all, const std::vector<std::size_t>& places) {
    ExprVector result;
    for (const auto i : places) result.push_back(all[i]);
    return result;
}

// `all` with other entries at the places of the dependent coordinates.
ExprVector with_dependent(ExprVector all, const ExplicitSystem& e, const ExprVector& entries) {
    for (std::size_t nu = 0; nu < e.k(); ++nu) all[e.dependent[nu]] = entries[nu];
    return all;
}

}  // namespace

Expr ExplicitSystem::along(std::size_t i, const ExprVector& covector) const {
    SumBuilder sum;
    sum.add(covector[independent[i]]);
    for (std::size_t nu = 0; nu < k(); ++nu) sum.add(alpha_v[nu][i] * covector[dependent[nu]]);
    return sum.build();
}

ExplicitSystem explicit_system(const System& system) {
    return explicit_system(system, explicit_form(system));
}

ExplicitSystem explicit_system(const System& system, ExplicitForm form) {
    ActiveForces active = active_forces(system);
    ExplicitSystem e;
    e.q = at(system.q, form.independent);
    e.v = at(system.v, form.independent);
    e.a = at(system.a, form.independent);
    e.q_dep = at(system.q, form.dependent);
    e.independent = std::move(form.independent);
    e.dependent = std::move(form.dependent);
    e.alpha = std::move(form.alpha);
    e.branch = std::move(form.branch);
    e.alpha_v = jacobian(e.alpha, e.v);

    const ExprVector v_dep = at(system.v, e.dependent);
    e.drift.emplace_back(system.t, 1);
    for (std::size_t i = 0; i < e.m(); ++i) e.drift.emplace_back(e.q[i], e.v[i]);
    for (std::size_t nu = 0; nu < e.k(); ++nu) {
        e.drift.emplace_back(e.q_dep[nu], e.alpha[nu]);
        e.on.emplace_back(v_dep[nu], e.alpha[nu]);
    }
    e.kinetic = active.kinetic;
    e.kinetic_on = substitute(e.kinetic, e.on);
    e.p_dep = substitute(gradient(e.kinetic, v_dep), e.on);
    e.force = substitute(active.force, e.on);
    return e;
}

Equations explicit_equations(const System& system, const ExplicitSystem& e) {
    Equations result;
    result.q = system.q;
    result.speeds = e.v;
    result.velocities = with_dependent(system.v, e, e.alpha);
    result.unknowns = e.a;
    result.speeds_from_velocities = e.v;

    std::vector<Replacement> by_time = e.drift;
    for (std::size_t i = 0; i < e.m(); ++i) by_time.emplace_back(e.v[i], e.a[i]);
    const ExprVector alpha_rate = derivative_along(e.alpha, by_time);  // dα/dt
    result.accelerations = with_dependent(system.a, e, alpha_rate);

    const auto [mass, force] = free_motion(system);
    const ExprVector reactions =
        difference(product(mass, result.accelerations), force);  // R = M a − f
    result.reactions = substitute(reactions, e.on);

    const ExprVector dependent = at(system.v, e.dependent);
    if (e.k() > 0)
        result.steps.push_back(
            {"α",
             "the dependent velocities " +
                 listed(Sentences(dependent.begin(), dependent.end()), ", ", ", "),
             column(e.alpha)});
    if (!e.branch.empty()) result.notes.push_back("The motion is that on " + e.branch + ".");
    return result;
}

void set_lagrange_terms(const ExplicitSystem& e, Equations& equations) {
    const ExprVector momenta = gradient(e.kinetic_on, e.v);  // ∂T*/∂v_i
    const ExprVector drift = derivative_along(momenta, e.drift);
    const ExprVector slope = gradient(e.kinetic_on, e.q);  // ∂T*/∂q_i
    equations.matrix = jacobian(momenta, e.v);
    equations.right.clear();
    for (std::size_t i = 0; i < e.m(); ++i)
        equations.right.push_back(e.along(i, e.force) - drift[i] + slope[i]);
    equations.steps.push_back({"T*", "the kinetic energy on the constraints", {{e.kinetic_on}}});
}

}  // namespace rattleback
