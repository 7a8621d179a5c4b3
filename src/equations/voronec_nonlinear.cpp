#include "equations/voronec_nonlinear.hpp"

#include "equations/cancelled_terms.hpp"
#include "equations/integrated_constraints.hpp"
#include "expr/matrices.hpp"

namespace rattleback {
namespace {

// x_i + Σ_σ ∂α_σ/∂v_i x_{m+σ}, where x are the derivatives of f by the coordinates.
ExprVector slopes_along(const ExplicitSystem& e, const Expr& f) {
    ExprVector result = gradient(f, e.q);
    const ExprVector by_q_dep = gradient(f, e.q_dep);
    for (std::size_t i = 0; i < e.m(); ++i)
        for (std::size_t nu = 0; nu < e.k(); ++nu) result[i] += e.alpha_v[nu][i] * by_q_dep[nu];
    return result;
}

BTerms b_terms(const ExplicitSystem& e, std::size_t nu) {
    const ExprVector& alpha_v = e.alpha_v[nu];  // ∂α_ν/∂v_i
    return {jacobian(alpha_v, e.v),
            difference(derivative_along(alpha_v, e.drift), slopes_along(e, e.alpha[nu]))};
}

}  // namespace

Refusal voronec_nonlinear_refusal(const System& system) {
    return first_of(system, unless_ideal, unless_of_first_order, unless_given_by_equations,
                    unless_explicit);
}

void add_b_terms(const ExplicitSystem& e, const std::vector<BTerms>& b, Equations& equations) {
    ExprMatrix shown(e.m(), ExprVector(e.k()));
    for (std::size_t nu = 0; nu < e.k(); ++nu)
        for (std::size_t i = 0; i < e.m(); ++i) {
            for (std::size_t r = 0; r < e.m(); ++r)
                equations.matrix[i][r] -= e.p_dep[nu] * b[nu].by_a[i][r];
            equations.right[i] += e.p_dep[nu] * b[nu].rest[i];
            shown[i][nu] = b[nu].rest[i] + dot(b[nu].by_a[i], e.a);
        }
    if (e.k() > 0)
        equations.steps.push_back({"B", "B_i^ν, one row per i, one column per ν", shown});
}

void set_voronec_terms(const ExplicitSystem& e, Equations& equations) {
    set_lagrange_terms(e, equations);
    const ExprVector slope_dep = gradient(e.kinetic_on, e.q_dep);  // ∂T*/∂q_{m+ν}
    std::vector<BTerms> b;
    for (std::size_t nu = 0; nu < e.k(); ++nu) {
        for (std::size_t i = 0; i < e.m(); ++i)
            equations.right[i] += slope_dep[nu] * e.alpha_v[nu][i];
        b.push_back(b_terms(e, nu));
    }
    add_b_terms(e, b, equations);
}

Equations voronec_nonlinear(const System& system) {
    const ExplicitSystem e = explicit_system(system);
    Equations result = explicit_equations(system, e);
    set_voronec_terms(e, result);
    result.more_steps = [system, e, result] {
        std::vector<Step> steps = cancelled_terms(system, e, result);
        for (Step& step : integrated_constraints(system, e, result, "(18)"))
            steps.push_back(std::move(step));
        return steps;
    };
    result.form = "voronec_nonlinear";
    return result;
}

}  // namespace rattleback
