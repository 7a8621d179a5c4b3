#include "equations/benenti.hpp"

#include <algorithm>

#include "equations/reduced_motion.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/occurrence.hpp"
#include "expr/symmetric.hpp"
#include "geometry/christoffel.hpp"
#include "geometry/core_system.hpp"
#include "geometry/inverse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// ½ g_ij vⁱvʲ.
Expr kinetic_energy(const System& system, const ExprMatrix& g) {
    return dot(system.v, product(g, system.v)) / 2;
}

// Step 1: the constraints C^a = 0 as they were given, then by parameters.
void show_constraints(const System& system, const ReducedMotion& motion, Equations& equations) {
    ExprVector constraints;
    for (const Constraint& c : system.constraints) constraints.push_back(c.expression);
    if (!constraints.empty())
        equations.steps.push_back({StepSymbol("C").high("a"),
                                   "step 1: the constraints C^a(t, q, q̇) = 0",
                                   column(constraints)});
    equations.steps.push_back({"ψ", "step 1: the velocities v = ψ(t, q, z)", column(motion.psi)});
    equations.steps.push_back(
        {StepSymbol("ψ").low("α"), "step 1: Ψ = ∂ψ/∂z, one column per z", motion.slope});
}

// Steps 2 and 3: the kinetic energy, its metric and Christoffel symbols, and the right side of
// (16), where L is quadratic in the velocities; otherwise f as a whole.
void show_free_motion(const System& system, const FreeMotion& free, Equations& equations) {
    if (!is_free_of(free.mass, system.v)) {
        equations.steps.push_back({"g", "step 2: ∂²L/∂v∂v", free.mass});
        equations.steps.push_back(
            {"f", "step 3: the right side of g_ij q̈^j = f_i", column(free.force)});
        equations.notes.emplace_back(
            "The Lagrangian is not quadratic in the velocities, so f stands in the place of the "
            "active forces and the Christoffel symbols.");
        return;
    }
    equations.steps.push_back({"K",
                               "step 2: the kinetic energy, what is quadratic in v",
                               {{kinetic_energy(system, free.mass)}}});
    equations.steps.push_back({"g", "step 2: the metric ∂²L/∂v∂v", free.mass});
    const ExprTensor gamma = christoffel_first_kind({system.q, free.mass, {}});
    for (std::size_t i = 0; i < gamma.size(); ++i)
        equations.steps.push_back({StepSymbol("Γ").low(std::to_string(i + 1)),
                                   "step 2: Christoffel symbols Γ_ijk, a matrix for each i",
                                   gamma[i]});
    equations.steps.push_back(
        {"f", "step 3: the right side of g_ij q̈^j = A_i − Γ_hki q̇^h q̇^k (16)", column(free.force)});
}

// Step 9: needed from step 2 on; the paper has it last.
void show_active_forces(const System& system, const FreeMotion& free, Equations& equations) {
    if (!is_free_of(free.mass, system.v)) {
        equations.steps.push_back(
            {StepSymbol("A").low("i"), "step 9: the active forces are in f of step 3", {}});
        return;
    }
    const Metric metric{system.q, free.mass, {}};
    equations.steps.push_back({StepSymbol("A").low("i"),
                               "step 9: the active forces, which step 3 has on its right",
                               column(force_beside_metric(system, metric))});
}

// Beyond these an explicit inverse is unreadable and slow to find.
constexpr std::size_t largest_inverse = 3;
constexpr std::size_t largest_inverse_graph = 100;
constexpr SimplifyOptions short_formulas{.limits = {.terms = 60, .work = 100}};

void simplify_entries(ExprMatrix& matrix) {
    for (ExprVector& row : matrix)
        for (Expr& e : row) e = simplify(e, short_formulas);
}

std::optional<ExprMatrix> shown_inverse(ExprMatrix matrix) {
    if (matrix.size() > largest_inverse || graph_size(flattened(matrix)) > largest_inverse_graph)
        return {};
    simplify_entries(matrix);
    try {
        ExprMatrix result = inverse(matrix);
        simplify_entries(result);
        return result;
    } catch (const NumericalError&) {  // not known to be regular
        return {};
    }
}

// Steps 7 and 8: only to be looked at, the equations need no inverse.
void show_normal_form(const ExprMatrix& g_reduced, const ExprVector& z_lower,
                      Equations& equations) {
    if (g_reduced.empty()) {
        equations.steps.push_back({"G⁻¹", "step 7: there is no z, and nothing to invert", {}});
        equations.steps.push_back({StepSymbol("Z").high("α"), "step 8: there is no z", {}});
        return;
    }
    if (const auto inverted = shown_inverse(g_reduced)) {
        equations.steps.push_back({"G⁻¹", "step 7: the inverse of G", *inverted});
        equations.steps.push_back({StepSymbol("Z").high("α"), "step 8: ż_α = Z^α = G⁻¹ Z_α",
                                   column(product(*inverted, z_lower))});
    } else {
        equations.steps.push_back({"G⁻¹", "step 7: the inverse of G, too large to be shown", {}});
        equations.steps.push_back({StepSymbol("Z").high("α"),
                                   "step 8: ż_α = Z^α = G⁻¹ Z_α, too large to be shown; the "
                                   "equations are G ż = Z_α",
                                   {}});
    }
}

}  // namespace

Refusal benenti_refusal(const System& system) { return reduced_motion_refusal(system); }

Equations benenti(const System& system) {
    const FreeMotion free = free_motion(system);
    const ReducedMotion motion = reduced_motion(system);
    const ExprMatrix tests = test_rows(system, motion);
    const ExprMatrix g = motion.on_constraints(system, free.mass);
    const ExprVector z_printed = motion.on_constraints(system, free.force);
    const ExprVector z_bar = difference(z_printed, product(g, motion.sigma));
    const ExprVector z_lower = product(tests, z_bar);
    ExprMatrix g_reduced = product(tests, product(g, motion.slope));
    if (!is_generalized(system)) write_alike_on_both_sides(g_reduced);  // Ψᵀ M Ψ

    Equations equations = equations_of(system, motion, g_reduced, z_lower);
    equations.form = "benenti";
    equations.reactions = difference(product(g, motion.accelerations()), z_printed);
    show_constraints(system, motion, equations);
    show_free_motion(system, free, equations);
    equations.steps.push_back(
        {"Z̄", "step 4: A_i − Γ_hki ψ^h ψ^k − g_ij σ^j, σ = (∂ψ/∂q) ψ + ∂ψ/∂t", column(z_bar)});
    equations.steps.push_back({StepSymbol("Z̄").remarked("as printed (17)"),
                               "step 4, without the term −g_ij σ^j that the paper lost",
                               column(z_printed)});
    if (is_generalized(system))
        equations.steps.push_back(
            {"W", "step 5: a basis, by rows, of the space on which the reaction vanishes", tests});
    equations.steps.push_back({StepSymbol("Z").low("α"), "step 5: Z̄_i ψ^i_α", column(z_lower)});
    equations.steps.push_back({"G", "step 6: G_αβ = g_ij ψ^i_α ψ^j_β", g_reduced});
    show_normal_form(g_reduced, z_lower, equations);
    show_active_forces(system, free, equations);
    return equations;
}

}  // namespace rattleback
