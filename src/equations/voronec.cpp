#include "equations/voronec.hpp"

#include "equations/integrated_constraints.hpp"
#include "expr/matrices.hpp"

namespace rattleback {

Refusal voronec_refusal(const System& system) {
    return first_of(system, unless_ideal, unless_of_first_order, unless_given_by_equations,
                    unless_linear_and_stationary);
}

std::vector<ExprMatrix> curvature(const ExplicitSystem& e) {
    std::vector<ExprMatrix> beta;
    for (const ExprVector& alpha : e.alpha_v) {  // α_ν1 … α_νm
        const ExprMatrix by_q = jacobian(alpha, e.q), by_q_dep = jacobian(alpha, e.q_dep);
        // ∂α_νi/∂q_j + Σ_μ ∂α_νi/∂q_{m+μ} α_μj
        const auto slope = [&](std::size_t i, std::size_t j) {
            SumBuilder sum;
            sum.add(by_q[i][j]);
            for (std::size_t mu = 0; mu < e.k(); ++mu) sum.add(by_q_dep[i][mu] * e.alpha_v[mu][j]);
            return sum.build();
        };
        ExprMatrix& of_nu = beta.emplace_back(e.m(), ExprVector(e.m()));
        for (std::size_t i = 0; i < e.m(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                of_nu[i][j] = slope(i, j) - slope(j, i);
                of_nu[j][i] = -of_nu[i][j];
            }
    }
    return beta;
}

void add_curvature_terms(const ExplicitSystem& e, const std::vector<ExprMatrix>& beta,
                         Equations& equations) {
    for (std::size_t nu = 0; nu < e.k(); ++nu) {
        const ExprVector beta_v = product(beta[nu], e.v);
        for (std::size_t i = 0; i < e.m(); ++i) equations.right[i] += beta_v[i] * e.p_dep[nu];
        equations.steps.push_back({StepSymbol("β").high(std::to_string(nu + 1)),
                                   sentence("the curvature of the constraint on {}, entries β_ij",
                                            symbol(e.q_dep[nu].name(), 1)),
                                   beta[nu]});
    }
}

Equations voronec(const System& system) {
    const ExplicitSystem e = explicit_system(system);
    Equations result = explicit_equations(system, e);
    set_lagrange_terms(e, result);

    const ExprVector slope_dep = gradient(e.kinetic_on, e.q_dep);  // ∂T*/∂q_{m+ν}
    for (std::size_t i = 0; i < e.m(); ++i)
        for (std::size_t nu = 0; nu < e.k(); ++nu)
            result.right[i] += e.alpha_v[nu][i] * slope_dep[nu];

    add_curvature_terms(e, curvature(e), result);
    result.more_steps = [system, e, result] {
        return integrated_constraints(system, e, result, "(12)");
    };
    result.form = "voronec";
    return result;
}

}  // namespace rattleback
