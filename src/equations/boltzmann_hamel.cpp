#include "equations/boltzmann_hamel.hpp"

#include <algorithm>

#include "equations/reduced_motion.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/parametrization.hpp"

namespace rattleback {
namespace {

// Equations of constraint, or the user's parametrization in their place, must be affine.
Refusal unless_quasi_velocities(const System& system) {
    if (!system.parametrization) return unless_affine(system);
    const auto& [variables, velocities] = *system.parametrization;
    for (const ExprVector& row : jacobian(velocities, variables))
        for (const Expr& slope : row)
            for (const Expr& z : variables)
                if (!derivative(slope, z).is_zero())
                    return "the parametrization is not linear in '" + std::string(z.name()) + "'";
    return {};
}

// v = V_0 + Σ_s u_s V_s.
struct MovingBasis {
    ExprMatrix fields;  // V_1 … V_m, one per row
    ExprVector start;   // V_0
    ExprVector quasi;   // u_1 … u_n, as functions of t, q, v
    bool carried;       // whether index 0 has anything to say
};

// u_{m+1} … u_n: the constraints themselves, or forms that vanish on the user's parametrization.
ExprVector vanishing(const System& system, const ExprMatrix& fields, const ExprVector& start) {
    ExprVector result;
    if (has_linear_velocities(system)) {
        const ExprVector b = velocity_constraints(system);
        if (!b.empty())
            for (const auto i : independent_rows(jacobian(b, system.v))) result.push_back(b[i]);
    }
    if (fields.size() + result.size() == system.size()) return result;
    result.clear();
    for (const ExprVector& form : kernel(fields))
        result.push_back(dot(form, difference(system.v, start)));
    return result;
}

MovingBasis moving_basis(const System& system, const ReducedMotion& motion) {
    std::vector<Replacement> rest;
    for (const Expr& u : motion.z) rest.emplace_back(u, 0);
    MovingBasis result{transposed(motion.slope), substitute(motion.psi, rest), motion.inverse,
                       false};
    const auto knows_time = [&](const Expr& e) { return depends_on(e, system.t); };
    result.carried = !std::ranges::all_of(result.start, &Expr::is_zero) ||
                     std::ranges::any_of(motion.psi, knows_time);
    for (const Expr& u : vanishing(system, result.fields, result.start)) result.quasi.push_back(u);
    return result;
}

std::vector<Replacement> along(const System& system, const ExprVector& field) {
    std::vector<Replacement> directions;
    for (std::size_t i = 0; i < system.size(); ++i) directions.emplace_back(system.q[i], field[i]);
    return directions;
}

// [X, Y]ᵢ = Σⱼ Xⱼ ∂ⱼYᵢ − Yⱼ ∂ⱼXᵢ; with ∂/∂t in Y when it is V_0.
ExprVector bracket(const System& system, const ExprVector& x, const ExprVector& y,
                   bool y_is_start) {
    auto along_y = along(system, y);
    if (y_is_start) along_y.emplace_back(system.t, 1);
    return difference(derivative_along(y, along(system, x)), derivative_along(x, along_y));
}

// [V_r, V_s] for s = 1 … m, then [V_r, V_0] where it has anything to say.
std::vector<ExprMatrix> brackets(const System& system, const MovingBasis& f) {
    const std::size_t m = f.fields.size();
    std::vector<ExprMatrix> result(m, ExprMatrix(m, ExprVector(system.size())));
    for (std::size_t r = 0; r < m; ++r) {
        for (std::size_t s = 0; s < r; ++s) {
            result[r][s] = bracket(system, f.fields[r], f.fields[s], false);
            for (std::size_t i = 0; i < system.size(); ++i) result[s][r][i] = -result[r][s][i];
        }
        if (f.carried) result[r].push_back(bracket(system, f.fields[r], f.start, true));
    }
    return result;
}

// γ^a_rs = Σᵢ W_ai [V_r, V_s]ᵢ, one step per a.
void show_coefficients(const System& system, const MovingBasis& f,
                       const std::vector<ExprMatrix>& commutators, Equations& equations) {
    equations.steps.push_back(
        {"u", "the quasi-velocities; the last vanish on the constraints", column(f.quasi)});
    const ExprMatrix w = jacobian(f.quasi, system.v);
    for (std::size_t a = 0; a < w.size(); ++a) {
        ExprMatrix gamma;
        for (const ExprMatrix& of_r : commutators) gamma.push_back(product(of_r, w[a]));
        equations.steps.push_back({StepSymbol("γ").high(std::to_string(a + 1)),
                                   f.carried ? "Hamel coefficients γ_rs, the last column s = 0"
                                             : "Hamel coefficients γ_rs",
                                   std::move(gamma)});
    }
}

}  // namespace

Refusal boltzmann_hamel_refusal(const System& system) {
    return first_of(system, unless_ideal, unless_of_first_order, unless_quasi_velocities);
}

Equations boltzmann_hamel(const System& system) {
    const ReducedMotion motion = reduced_motion(system);
    const MovingBasis f = moving_basis(system, motion);
    const auto commutators = brackets(system, f);
    std::vector<Replacement> on;  // v → ψ
    for (std::size_t i = 0; i < system.size(); ++i) on.emplace_back(system.v[i], motion.psi[i]);
    auto by_time = along(system, motion.psi);
    by_time.emplace_back(system.t, 1);

    const Expr lagrangian = substitute(system.lagrangian, on);  // L*
    const ExprVector p = substitute(gradient(system.lagrangian, system.v), on);
    const ExprVector momenta = gradient(lagrangian, motion.z);  // ∂L*/∂u_r
    const ExprVector drift = derivative_along(momenta, by_time);
    ExprVector pull = gradient(lagrangian, system.q);  // ∂L*/∂q + F
    const ExprVector force = substitute(system.force, on);
    for (std::size_t i = 0; i < system.size(); ++i) pull[i] += force[i];

    ExprVector u = motion.z;
    if (f.carried) u.emplace_back(1);  // u_0
    ExprVector right;
    for (std::size_t r = 0; r < f.fields.size();
         ++r)  // Σ_a Σ_s γ^a_rs u_s ∂L/∂u_a = Σ_s u_s p·[V_r, V_s]
        right.push_back(dot(f.fields[r], pull) - drift[r] - dot(product(commutators[r], p), u));

    Equations result = equations_of(system, motion, jacobian(momenta, motion.z), right);
    result.form = "boltzmann_hamel";
    const FreeMotion free = free_motion(system);
    result.reactions = motion.on_constraints(
        system, difference(product(free.mass, system.a), free.force));  // R = M a − f
    result.steps.push_back({"ψ", "the velocities v = ψ(t, q, u)", column(motion.psi)});
    result.steps.push_back({"L*", "the Lagrangian in quasi-velocities", {{lagrangian}}});
    show_coefficients(system, f, commutators, result);
    return result;
}

}  // namespace rattleback
