#include "equations/talamucci.hpp"

#include <algorithm>

#include "equations/explicit_system.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/christoffel.hpp"

namespace rattleback {
namespace {

Refusal unless_quadratic(const System& system) {
    if (!has_metric(system)) return "the Lagrangian is not quadratic in the velocities";
    return {};
}

// g_ij, with time as one more coordinate where T or the constraints know it.
Metric metric_with_time(const System& system, const ExplicitSystem& e) {
    std::vector<Replacement> rest;
    for (const Expr& v : system.v) rest.emplace_back(v, 0);
    const ExprVector momenta = gradient(e.kinetic, system.v);
    const ExprVector g0 = substitute(momenta, rest);  // g_0i
    Metric metric{.q = system.q, .lower = {}, .upper = {}};
    for (const ExprVector& row : jacobian(momenta, system.v))
        metric.lower.push_back(substitute(row, rest));

    const auto knows_time = [&](const Expr& x) { return depends_on(x, system.t); };
    if (std::ranges::all_of(g0, &Expr::is_zero) && !knows_time(e.kinetic) &&
        std::ranges::none_of(e.alpha, knows_time))
        return metric;
    metric.q.push_back(system.t);
    for (std::size_t i = 0; i < system.size(); ++i) metric.lower[i].push_back(g0[i]);
    metric.lower.push_back(g0);
    metric.lower.back().emplace_back(0);  // g_00 is in the potential
    return metric;
}

// A coordinate whose velocity is not free: q_{m+r} with α_r, or t with 1.
struct Carried {
    std::size_t place;  // among the coordinates of the metric
    Expr rate;
};

std::vector<Carried> carried_coordinates(const ExplicitSystem& e, const Metric& metric) {
    std::vector<Carried> result;
    for (std::size_t r = 0; r < e.k(); ++r) result.push_back({e.dependent[r], e.alpha[r]});
    const std::size_t n = e.m() + e.k();
    if (metric.q.size() > n) result.push_back({n, 1});
    return result;
}

// What the constraints leave of the metric for one i: g_⟨i⟩j and ξ_jk⟨i⟩, over all j and k.
struct Projected {
    ExprVector g;
    ExprMatrix xi;
};

Projected projected(const ExplicitSystem& e, const Metric& metric, const ExprTensor& xi,
                    std::size_t i) {
    Projected result;
    for (std::size_t j = 0; j < metric.q.size(); ++j) {
        result.g.push_back(e.along(i, metric.lower[j]));
        ExprVector& row = result.xi.emplace_back();
        for (const ExprVector& covector : xi[j]) row.push_back(e.along(i, covector));
    }
    return result;
}

struct Coefficients {
    ExprVector c;  // C_i^ν
    ExprMatrix d;  // D_i^νμ
    ExprVector e;  // E_i^ν
    Expr g;        // G_i
};

// For one i. ∂α_r/∂q is `alpha_q`, over all coordinates of the metric.
Coefficients coefficients(const ExplicitSystem& e, const Projected& x,
                          const std::vector<Carried>& carried, const ExprMatrix& alpha_q) {
    Coefficients result;
    // Σ_r g_m+r,⟨i⟩ y_r, where y is a column of ∂α/∂v or ∂α/∂q.
    const auto with_g = [&](const ExprMatrix& y, std::size_t column) {
        SumBuilder sum;
        for (std::size_t r = 0; r < e.k(); ++r) sum.add(x.g[e.dependent[r]] * y[r][column]);
        return sum.build();
    };
    for (std::size_t nu = 0; nu < e.m(); ++nu) {
        const std::size_t q_nu = e.independent[nu];
        result.c.push_back(x.g[q_nu] + with_g(e.alpha_v, nu));
        ExprVector& d_row = result.d.emplace_back();
        for (const auto q_mu : e.independent) d_row.push_back(x.xi[q_nu][q_mu]);
        SumBuilder sum;
        for (const Carried& r : carried) sum.add(2, x.xi[q_nu][r.place] * r.rate);
        sum.add(with_g(alpha_q, q_nu));
        result.e.push_back(sum.build());
    }
    SumBuilder sum;
    for (const Carried& s : carried) {
        for (const Carried& r : carried) sum.add(x.xi[r.place][s.place] * r.rate * s.rate);
        sum.add(with_g(alpha_q, s.place) * s.rate);
    }
    result.g = sum.build();
    return result;
}

}  // namespace

Refusal talamucci_refusal(const System& system) {
    return first_of(system, unless_ideal, unless_of_first_order, unless_given_by_equations,
                    unless_quadratic, unless_explicit);
}

Equations talamucci(const System& system) {
    const ExplicitSystem e = explicit_system(system);
    const Metric metric = metric_with_time(system, e);
    const ExprTensor xi = christoffel_first_kind(metric);
    const auto carried = carried_coordinates(e, metric);
    const ExprMatrix alpha_q = jacobian(e.alpha, metric.q);

    Equations result = explicit_equations(system, e);
    ExprMatrix shown_e;
    ExprVector shown_g;
    for (std::size_t i = 0; i < e.m(); ++i) {
        Coefficients k = coefficients(e, projected(e, metric, xi, i), carried, alpha_q);
        result.right.push_back(e.along(i, e.force) - dot(product(k.d, e.v), e.v) - dot(k.e, e.v) -
                               k.g);
        result.matrix.push_back(std::move(k.c));
        const std::string index = std::to_string(i + 1);
        result.steps.push_back({StepSymbol("D").low(index),
                                "D_i^νμ for i = " + index + ", one row per ν", std::move(k.d)});
        shown_e.push_back(std::move(k.e));
        shown_g.push_back(k.g);
    }
    result.steps.push_back({"C", "C_i^ν, one row per i, one column per ν", result.matrix});
    result.steps.push_back({"E", "E_i^ν, one row per i, one column per ν", std::move(shown_e)});
    result.steps.push_back({"G", "G_i", column(shown_g)});
    result.form = "talamucci";
    return result;
}

}  // namespace rattleback
