#include "analysis/rate.hpp"

#include "base/errors.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/substitute.hpp"
#include "geometry/parametrization.hpp"

namespace rattleback {
namespace {

std::string_view form_of(const System& system) {
    if (system.principle == Principle::Vakonomic) return "vakonomic";
    return formulation("benenti").refusal(system) ? "lagrange_multipliers" : "benenti";
}

// Velocities on the constraints, for a motion whose speeds are all the velocities.
std::vector<Replacement> on_constraints(const System& system) {
    const Parametrization manifold = parametrize(system);
    std::vector<Replacement> result;
    for (std::size_t i = 0; i < system.size(); ++i)
        result.emplace_back(system.v[i], manifold.psi[i]);
    return result;
}

}  // namespace

Rate rate_along_motion(const System& system, const Expr& quantity, const Limits& limits) {
    const std::string_view form = form_of(system);
    const Equations equations = derive(system, form);
    const auto unknowns = solve(equations.matrix, equations.right, limits);
    if (!unknowns) throw DerivationError("the equations of motion are singular at every state");

    std::vector<Replacement> at_speeds, flow{{system.t, 1}};
    for (std::size_t i = 0; i < system.size(); ++i) {
        at_speeds.emplace_back(system.v[i], equations.velocities[i]);
        flow.emplace_back(system.q[i], equations.velocities[i]);
    }
    for (std::size_t i = 0; i < equations.speeds.size(); ++i)
        flow.emplace_back(equations.speeds[i], (*unknowns)[i]);
    Expr rate = derivative_along(substitute(quantity, at_speeds), flow);
    if (equations.speeds.size() >= system.size()) rate = substitute(rate, on_constraints(system));
    return {std::string(form), simplify(rate), is_zero(rate, {.limits = limits})};
}

}  // namespace rattleback
