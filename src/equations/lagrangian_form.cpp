#include "equations/lagrangian_form.hpp"

#include "expr/matrices.hpp"
#include "geometry/bordered_inverse.hpp"
#include "geometry/inverse.hpp"

namespace rattleback {
namespace {

// Ω.
ExprMatrix form(const System& system, const ExprMatrix& mass) {
    const std::size_t n = system.size();
    const ExprMatrix by_q = jacobian(gradient(system.lagrangian, system.v), system.q);
    ExprMatrix omega(2 * n, ExprVector(2 * n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            omega[i][j] = by_q[j][i] - by_q[i][j];
            omega[i][n + j] = -mass[i][j];
            omega[n + i][j] = mass[i][j];
        }
    return omega;
}

ExprMatrix special_field(const System& system, const ExprVector& accelerations) {
    ExprVector entries = system.v;
    entries.insert(entries.end(), accelerations.begin(), accelerations.end());
    return column(entries);
}

}  // namespace

std::vector<Step> lagrangian_form_steps(const System& system, const CoreSystem& core) {
    const ExprMatrix upper = inverse(core.mass);
    const ExprVector of_l = difference(core.force, system.force);
    std::vector<Step> steps{
        {StepSymbol("ω").low("L"), "matrix of the Lagrangian form d(∂L/∂v · dq) in (q, v) (6)",
         form(system, core.mass)},
        {StepSymbol("X").low("L"), "field of L alone on TQ, (v, a): ω_L(X_L, ·) = −dE (7)",
         special_field(system, product(upper, of_l))},
        {StepSymbol("X").low("U"), "field of the free motion with its forces: X_L + X_F (11)",
         special_field(system, product(upper, core.force))}};
    const auto k = bordered_inverse(core.mass, core.a, core.n);
    if (!k) return steps;
    ExprVector right = core.force;
    right.insert(right.end(), core.beta.begin(), core.beta.end());
    ExprVector a = product(k->inverse, right);
    a.resize(system.size());
    steps.push_back({StepSymbol("X").low("R"), "field of the motion with its reaction (16)",
                     special_field(system, a)});
    return steps;
}

}  // namespace rattleback
