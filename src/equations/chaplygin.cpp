#include "equations/chaplygin.hpp"

#include "equations/chaplygin_choice.hpp"
#include "equations/voronec.hpp"
#include "equations/voronec_nonlinear.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

Refusal unless_of_chaplygin_type(const System& system) {
    try {
        const ChaplyginChoice choice = chaplygin_choice(system);
        if (choice.form) return {};
        return choice.why_not;
    } catch (const TooLarge&) {
        return "whether it is of Chaplygin type was not decided within the limits of exact algebra";
    }
}

// ∂α_νi/∂q_j − ∂α_νj/∂q_i.
std::vector<ExprMatrix> curl(const ExplicitSystem& e) {
    std::vector<ExprMatrix> result;
    for (const ExprVector& alpha : e.alpha_v) {
        const ExprMatrix by_q = jacobian(alpha, e.q);
        ExprMatrix& of_nu = result.emplace_back(e.m(), ExprVector(e.m()));
        for (std::size_t i = 0; i < e.m(); ++i)
            for (std::size_t j = 0; j < e.m(); ++j) of_nu[i][j] = by_q[i][j] - by_q[j][i];
    }
    return result;
}

// d/dt ∂α_ν/∂v_i − ∂α_ν/∂q_i, where α knows no dependent coordinate.
std::vector<BTerms> b_terms(const System& system, const ExplicitSystem& e) {
    std::vector<Replacement> drift{{system.t, 1}};
    for (std::size_t i = 0; i < e.m(); ++i) drift.emplace_back(e.q[i], e.v[i]);
    std::vector<BTerms> result;
    for (std::size_t nu = 0; nu < e.k(); ++nu)
        result.push_back(
            {jacobian(e.alpha_v[nu], e.v),
             difference(derivative_along(e.alpha_v[nu], drift), gradient(e.alpha[nu], e.q))});
    return result;
}

}  // namespace

Refusal chaplygin_refusal(const System& system) {
    return first_of(system, voronec_nonlinear_refusal, unless_of_chaplygin_type);
}

Equations chaplygin(const System& system) {
    const auto form = chaplygin_choice(system).form;
    if (!form) throw DerivationError("the system is not of Chaplygin type");
    const ExplicitSystem e = explicit_system(system, *form);
    Equations result = explicit_equations(system, e);
    set_lagrange_terms(e, result);
    if (unless_linear_and_stationary(system))
        add_b_terms(e, b_terms(system, e), result);
    else
        add_curvature_terms(e, curl(e), result);
    result.form = "chaplygin";
    return result;
}

}  // namespace rattleback
