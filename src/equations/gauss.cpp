#include "equations/gauss.hpp"

#include <algorithm>
#include <iterator>

#include "equations/gauss_steps.hpp"
#include "equations/hypotheses.hpp"
#include "equations/in_all_velocities.hpp"
#include "equations/lagrange_multipliers.hpp"
#include "equations/lagrangian_form.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/inverse.hpp"
#include "geometry/projectors.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr Limits brief{.terms = 1'000, .work = 100};

// ½ aᵀ M a − a·f.
Expr classical_function(const System& system, const CoreSystem& core, Equations& equations) {
    const Expr g = dot(system.a, product(core.mass, system.a)) / 2 - dot(system.a, core.force);
    equations.steps = {{"G", "½ aᵀ M a − a·f: ½ ‖a − a_free‖²_M without terms free of a", {{g}}}};
    return g;
}

// Of a reaction that vanishes on W: the steps of [Balseiro–Solomin §4, §5], and G_W itself.
Expr generalized_function(const System& system, const CoreSystem& core, Equations& equations) {
    const Projectors split = projectors(core);
    const ExprMatrix b = gauss_product(core, split);
    const ExprVector a_free = product(inverse(core.mass), core.force);
    const ExprVector away = difference(system.a, a_free);
    const Expr g = dot(away, product(core.mass, away)) / 2;
    const Expr g_w = dot(away, product(b, away)) / 2;
    equations.steps = {
        {StepSymbol("a").low("free"), "accelerations of the free motion", column(a_free)},
        {StepSymbol("Π").low("D"), "projector on the virtual displacements along W^⊥",
         split.onto_d},
        {StepSymbol("Π").low("W⊥"), "projector on W^⊥ along the virtual displacements",
         split.onto_w_perp},
        {"[,]", "matrix of the inner product (39)", b},
        {"G", "½ ‖a − a_free‖²_M (42), stationary along W (44)", {{g}}},
        {StepSymbol("G").low("W"), "½ [a − a_free, a − a_free], stationary along D (45)", {{g_w}}}};
    return g_w;
}

// Bases, by columns, of D = ker A, W = ker N and W^⊥ = M⁻¹Nᵀ(ℝᵏ) [Balseiro–Solomin 29, 33, 35].
std::vector<Step> bases(const CoreSystem& core) {
    ExprMatrix d, w;
    try {
        d = transposed(kernel(core.a, brief));
        w = transposed(kernel(core.n, brief));
    } catch (const TooLarge&) {  // there is no short basis to show
        return {};
    } catch (const NumericalError&) {  // nor one that exact algebra can find
        return {};
    }
    return {
        {"D", "a basis, by columns, of the virtual displacements: A δ = 0", std::move(d)},
        {"W", "a basis, by columns, of the space on which the reaction vanishes", std::move(w)},
        {StepSymbol("W").high("⊥"), "a basis, by columns, of its orthogonal complement in M: M⁻¹Nᵀ",
         product(inverse(core.mass), transposed(core.n))}};
}

}  // namespace

Refusal gauss_refusal(const System& system) { return unless_given_by_equations(system); }

Equations gauss(const System& system) {
    const CoreSystem core = core_system(system);
    const ExprVector mu = multiplier_symbols(system, core.a.size());
    Equations equations = in_all_velocities("gauss", system);
    equations.reactions = difference(product(core.mass, system.a), core.force);
    equations.unknowns.insert(equations.unknowns.end(), mu.begin(), mu.end());
    const Expr least = is_generalized(system) ? generalized_function(system, core, equations)
                                              : classical_function(system, core, equations);
    const bool has_bases = is_generalized(system) && core.a.size() < system.size();
    equations.more_steps = [system, core, has_bases] {
        std::vector<Step> steps = has_bases ? bases(core) : std::vector<Step>();
        if (has_bases && !depends_on(system.lagrangian, system.t))
            std::ranges::move(lagrangian_form_steps(system, core), std::back_inserter(steps));
        std::ranges::move(gauss_steps(system), std::back_inserter(steps));
        return steps;
    };
    ExprVector condition = product(core.a, system.a);
    for (std::size_t i = 0; i < condition.size(); ++i) condition[i] += core.beta[i];
    equations.steps.push_back(
        {"A a + β", "zero for the accelerations that the constraints allow", column(condition)});

    const ExprVector slope = gradient(least - dot(mu, condition), equations.unknowns);
    equations.matrix = jacobian(slope, equations.unknowns);
    std::vector<Replacement> rest;
    for (const Expr& e : equations.unknowns) rest.emplace_back(e, 0);
    equations.right = substitute(slope, rest);
    for (Expr& e : equations.right) e = -e;
    return equations;
}

}  // namespace rattleback
