#include "equations/voronec_nonlinear.hpp"

#include "equations/explicit_system.hpp"
#include "expr/matrices.hpp"

namespace rattleback {
namespace {

// B_i^ν = Σ_r curvature[i][r] a_r + rest[i], for one ν.
struct B {
    ExprMatrix by_a;  // ∂²α_ν/∂v_i∂v_r
    ExprVector rest;
};

B coefficients(const System& system, const ExplicitSystem& e, std::size_t nu) {
    const ExprVector& alpha_v = e.alpha_v[nu];                   // ∂α_ν/∂v_i
    const ExprVector alpha_q = gradient(e.alpha[nu], system.q);  // ∂α_ν/∂q, all coordinates
    B result{jacobian(alpha_v, e.v), derivative_along(alpha_v, e.drift)};
    for (std::size_t i = 0; i < e.m(); ++i) result.rest[i] -= e.along(i, alpha_q);
    return result;
}

}  // namespace

Refusal voronec_nonlinear_refusal(const System& system) {
    return first_of(system, unless_ideal, unless_of_first_order, unless_given_by_equations,
                    unless_explicit);
}

Equations voronec_nonlinear(const System& system) {
    const ExplicitSystem e = explicit_system(system);
    Equations result = explicit_equations(system, e);
    set_lagrange_terms(e, result);

    const ExprVector slope_dep = gradient(e.kinetic_on, e.q_dep);  // ∂T*/∂q_{m+ν}
    ExprMatrix shown(e.m(), ExprVector(e.k()));
    for (std::size_t nu = 0; nu < e.k(); ++nu) {
        const B b = coefficients(system, e, nu);
        for (std::size_t i = 0; i < e.m(); ++i) {
            for (std::size_t r = 0; r < e.m(); ++r)
                result.matrix[i][r] -= e.p_dep[nu] * b.by_a[i][r];
            result.right[i] += slope_dep[nu] * e.alpha_v[nu][i] + e.p_dep[nu] * b.rest[i];
            shown[i][nu] = b.rest[i] + dot(b.by_a[i], e.a);
        }
    }
    if (e.k() > 0) result.steps.push_back({"B", "B_i^ν, one row per i, one column per ν", shown});
    result.form = "voronec_nonlinear";
    return result;
}

}  // namespace rattleback
