#include "equations/cancelled_terms.hpp"

#include "equations/left_side.hpp"
#include "equations/talamucci.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

// One entry per i, each.
struct Terms {
    ExprVector by_time;       // (i), or what it cancels with
    ExprVector by_dependent;  // (ii)
    ExprVector by_q;          // (iii)
};

std::vector<Replacement> by_time(const ExplicitSystem& e) {
    std::vector<Replacement> result = e.drift;
    for (std::size_t i = 0; i < e.m(); ++i) result.emplace_back(e.v[i], e.a[i]);
    return result;
}

// Σ_σ ∂α_σ/∂v_i x_{m+σ}, one entry per i.
ExprVector along_dependent(const ExplicitSystem& e, const ExprVector& x) {
    return product(transposed(e.alpha_v), x);
}

// −Σ_ν p_ν B_i^ν, taken apart.
Terms terms_of_b(const ExplicitSystem& e) {
    ExprMatrix rate;
    for (const ExprVector& alpha_v : e.alpha_v)
        rate.push_back(derivative_along(alpha_v, by_time(e)));
    const auto weighted = [&](const ExprMatrix& rows) {  // Σ_ν p_ν x_ν
        return product(transposed(rows), e.p_dep);
    };
    return {.by_time = negated(weighted(rate)),
            .by_dependent = along_dependent(e, weighted(jacobian(e.alpha, e.q_dep))),
            .by_q = weighted(jacobian(e.alpha, e.q))};
}

// The sums of (18) with T*.
Terms terms_of_kinetic(const ExplicitSystem& e) {
    return {.by_time = derivative_along(gradient(e.kinetic_on, e.v), by_time(e)),
            .by_dependent = negated(along_dependent(e, gradient(e.kinetic_on, e.q_dep))),
            .by_q = negated(gradient(e.kinetic_on, e.q))};
}

// What they leave of each other, from T itself.
Terms terms_left(const ExplicitSystem& e, const System& system) {
    ExprVector v;
    for (const auto i : e.independent) v.push_back(system.v[i]);
    const auto on = [&](const ExprVector& x) { return substitute(x, e.on); };
    Terms result{.by_time = derivative_along(on(gradient(e.kinetic, v)), by_time(e)),
                 .by_dependent = negated(along_dependent(e, on(gradient(e.kinetic, e.q_dep)))),
                 .by_q = negated(on(gradient(e.kinetic, e.q)))};
    const ExprVector rates = along_dependent(e, derivative_along(e.p_dep, by_time(e)));
    for (std::size_t i = 0; i < e.m(); ++i) result.by_time[i] += rates[i];
    return result;
}

// T* and B added; as `left` says it where the two are proved equal.
ExprVector cancelled(const ExprVector& kinetic, const ExprVector& b, const ExprVector& left) {
    ExprVector result;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Expr sum = kinetic[i] + b[i];
        result.push_back(zero_if_proved(sum - left[i]).is_zero() ? left[i] : sum);
    }
    return result;
}

}  // namespace

std::vector<Step> cancelled_terms(const System& system, const ExplicitSystem& e,
                                  const Equations& voronec) {
    if (e.k() == 0) return {};
    const Terms b = terms_of_b(e), kinetic = terms_of_kinetic(e), left = terms_left(e, system);
    std::vector<Step> steps{
        {"(i)", "−Σ_ν ∂T/∂v_{m+ν} d/dt ∂α_ν/∂v_i, one entry per i", column(b.by_time)},
        {"(ii)", "Σ_ν Σ_σ ∂T/∂v_{m+ν} ∂α_σ/∂v_i ∂α_ν/∂q_{m+σ}", column(b.by_dependent)},
        {"(iii)", "Σ_ν ∂T/∂v_{m+ν} ∂α_ν/∂q_i", column(b.by_q)},
        {"(18)",
         "what is left of its sums d/dt ∂T*/∂v_i + (i), −Σ_ν ∂T*/∂q_{m+ν} ∂α_ν/∂v_i + (ii) and "
         "−∂T*/∂q_i + (iii), one row per i",
         transposed({cancelled(kinetic.by_time, b.by_time, left.by_time),
                     cancelled(kinetic.by_dependent, b.by_dependent, left.by_dependent),
                     cancelled(kinetic.by_q, b.by_q, left.by_q)})}};
    if (!talamucci_refusal(system))
        show_difference(difference(left_side(e, voronec), left_side(e, talamucci(system))),
                        {"(18) − (25)", "the left sides, one entry per i", {}}, steps);
    return steps;
}

}  // namespace rattleback
