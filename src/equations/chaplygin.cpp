#include "equations/chaplygin.hpp"

#include "equations/active_forces.hpp"
#include "equations/voronec.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

// A dependent coordinate in T, in α or in a force.
Refusal unless_cyclic(const System& system) {
    const ExplicitSystem e = explicit_system(system);
    const ExprVector force = active_forces(system).force;
    for (std::size_t nu = 0; nu < e.k(); ++nu) {
        const std::string name = "the dependent coordinate " + to_text(e.q_dep[nu]);
        if (!is_free_of(e.kinetic, e.q_dep[nu])) return name + " occurs in the kinetic energy";
        for (std::size_t mu = 0; mu < e.k(); ++mu)
            if (!is_free_of(e.alpha[mu], e.q_dep[nu]))
                return name + " occurs in the constraint on " + to_text(e.q_dep[mu]) + "'";
        for (std::size_t i = 0; i < system.size(); ++i)
            if (!is_free_of(force[i], e.q_dep[nu]))
                return name + " occurs in the force on " + to_text(system.q[i]);
    }
    return {};
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

}  // namespace

Refusal chaplygin_refusal(const System& system) {
    return first_of(system, voronec_refusal, unless_cyclic);
}

Equations chaplygin(const System& system) {
    const ExplicitSystem e = explicit_system(system);
    Equations result = explicit_equations(system, e);
    set_lagrange_terms(e, result);
    add_curvature_terms(e, curl(e), result);
    result.form = "chaplygin";
    return result;
}

}  // namespace rattleback
