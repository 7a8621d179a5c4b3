#include "equations/acceleration_energy.hpp"

#include <algorithm>

#include "equations/active_forces.hpp"
#include "equations/left_side.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "geometry/core_system.hpp"
#include "geometry/inverse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::size_t largest_shown = 300;  // nodes of M

struct PointMotion {
    Expr mass;
    ExprVector acceleration, force;
    ExprMatrix slopes;  // ∂r/∂q
};

// Those whose kinetic energy is L; none where L is anything else.
std::vector<PointMotion> points(const System& system) {
    const auto by_time = system.by_time();
    std::vector<PointMotion> result;
    SumBuilder kinetic;
    for (const Particle& p : system.particles) {
        const ExprVector velocity = derivative_along(p.position, by_time);
        result.push_back({.mass = p.mass,
                          .acceleration = derivative_along(velocity, by_time),
                          .force = p.force,
                          .slopes = jacobian(p.position, system.q)});
        kinetic.add(p.mass * dot(velocity, velocity) / 2);
    }
    if (kinetic.build() != system.lagrangian) result.clear();
    return result;
}

// M⁻¹.
std::optional<ExprMatrix> raised(const ExprMatrix& mass) {
    if (graph_size(flattened(mass)) > largest_shown) return {};
    try {
        return inverse(mass);
    } catch (const NumericalError&) {  // singular
        return {};
    }
}

// To the forces on the particles, the shares of those that are on coordinates.
bool share_forces(const System& system, std::vector<PointMotion>& all) {
    ExprVector rest = system.force;
    for (const PointMotion& p : all)
        rest = difference(rest, product(transposed(p.slopes), p.force));
    for (Expr& e : rest) e = zero_if_proved(e);
    if (std::ranges::all_of(rest, &Expr::is_zero)) return true;
    const auto upper = raised(free_motion(system).mass);
    if (!upper) return false;
    const ExprVector w = product(*upper, rest);
    for (PointMotion& p : all) {
        const ExprVector share = product(p.slopes, w);
        for (std::size_t c = 0; c < share.size(); ++c) p.force[c] += p.mass * share[c];
    }
    return true;
}

std::optional<GaussParts> of_points(const std::vector<PointMotion>& all) {
    SumBuilder s_1, s_2, gauss;
    for (const PointMotion& p : all) {
        if (p.mass.is_zero()) return {};  // which no force may push
        s_1.add(dot(p.force, p.force) / (2 * p.mass));
        s_2.add(dot(p.force, p.acceleration));
        ExprVector away = p.acceleration;
        for (std::size_t c = 0; c < away.size(); ++c) away[c] -= p.force[c] / p.mass;
        gauss.add(p.mass * dot(away, away) / 2);
    }
    return GaussParts{.s_0 = {},
                      .s_1 = s_1.build(),
                      .s_2 = s_2.build(),
                      .gauss = gauss.build(),
                      .meaning = "½ Σ m |r̈ − A/m|²"};
}

}  // namespace

AccelerationEnergy acceleration_energy(const System& system) {
    if (const auto all = points(system); !all.empty()) {
        SumBuilder s;
        for (const PointMotion& p : all) s.add(p.mass * dot(p.acceleration, p.acceleration) / 2);
        return {s.build(), system.force, "½ Σ m |r̈|²"};
    }
    const auto [mass, force] = free_motion(system);
    ExprVector active = active_forces(system).force;
    const Expr s =
        dot(system.a, product(mass, system.a)) / 2 - dot(system.a, difference(force, active));
    return {s, std::move(active), "½ aᵀ M a − a·(f − A), without terms free of a"};
}

std::optional<GaussParts> gauss_parts(const System& system) {
    if (auto all = points(system); !all.empty())
        return share_forces(system, all) ? of_points(all) : std::nullopt;
    const auto [mass, force] = free_motion(system);
    const auto upper = raised(mass);
    if (!upper) return {};
    const ExprVector active = active_forces(system).force;
    const ExprVector inertia = difference(force, active);
    const ExprVector a_free = product(*upper, force);
    const ExprVector away = difference(system.a, a_free);
    return GaussParts{.s_0 = dot(inertia, product(*upper, inertia)) / 2,
                      .s_1 = dot(active, product(*upper, active)) / 2,
                      .s_2 = dot(active, difference(system.a, product(*upper, inertia))),
                      .gauss = dot(away, product(mass, away)) / 2,
                      .meaning = "½ ‖a − a_free‖²_M"};
}

}  // namespace rattleback
