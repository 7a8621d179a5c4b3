#include "geometry/metric.hpp"

#include <algorithm>

#include "exact/simplify.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"
#include "geometry/inverse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// ∂²L/∂v∂v, or nothing when velocities are left in it.
std::optional<ExprMatrix> velocity_free_mass(const System& system) {
    ExprMatrix g = hessian(system.lagrangian, system.v);
    for (ExprVector& row : g)
        for (Expr& e : row) {
            if (depends_on_any(e, system.v)) e = simplify(e);
            if (depends_on_any(e, system.v)) return {};
        }
    return g;
}

}  // namespace

bool has_metric(const System& system) { return velocity_free_mass(system).has_value(); }

Metric metric(const System& system) {
    auto g = velocity_free_mass(system);
    if (!g)
        throw DerivationError(
            "the Lagrangian is not quadratic in the velocities, so it gives no metric");
    ExprMatrix upper = inverse(*g);
    return {system.q, std::move(*g), std::move(upper)};
}

ExprVector force_beside_metric(const System& system, const Metric& metric) {
    std::vector<Replacement> rest;
    for (const Expr& v : system.v) rest.emplace_back(v, 0);
    const ExprVector l = substitute(gradient(system.lagrangian, system.v), rest);
    const ExprVector slope = gradient(substitute(system.lagrangian, rest), system.q);
    const ExprMatrix turn = jacobian(l, system.q);  // ∂ⱼl_i in row i
    const ExprVector l_rate = derivative(l, system.t);
    ExprVector force;
    for (std::size_t i = 0; i < system.size(); ++i) {
        SumBuilder sum;
        sum.add(system.force[i]);
        sum.add(slope[i]);
        sum.add(-l_rate[i]);
        const ExprVector g_rate = derivative(metric.lower[i], system.t);
        for (std::size_t j = 0; j < system.size(); ++j)
            sum.add((turn[j][i] - turn[i][j] - g_rate[j]) * system.v[j]);
        force.push_back(sum.build());
    }
    return force;
}

ExprVector raised(const Metric& metric, const ExprVector& covector) {
    return product(metric.upper, covector);
}

ExprVector lowered(const Metric& metric, const ExprVector& vector) {
    return product(metric.lower, vector);
}

}  // namespace rattleback
