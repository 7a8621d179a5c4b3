#include "equations/gauss_steps.hpp"

#include <algorithm>

#include "equations/acceleration_energy.hpp"
#include "equations/left_side.hpp"
#include "equations/reduced_motion.hpp"
#include "exact/simplify.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "geometry/fresh_symbols.hpp"
#include "geometry/inverse.hpp"
#include "geometry/projectors.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// Beyond these nobody would read a solution written out.
constexpr std::size_t most_rates = 3, largest_solved = 150;
constexpr SimplifyOptions short_formulas{.limits = {.terms = 300, .work = 100}};

Expr on(const ReducedMotion& motion, const System& system, const Expr& e) {
    return motion.on_constraints(system, {&e, 1}).front();
}

// Ψᵀ (M a − f): ∂G/∂ż, and what R does along the virtual displacements.
struct Slopes {
    ExprVector force;     // M a − f = R, on the constraints
    ExprVector gradient;  // R_i ψ^i_α
    ExprMatrix second;    // G_αβ
};

Slopes slopes_of(const System& system, const ReducedMotion& motion) {
    const auto [mass, force] = free_motion(system);
    const ExprMatrix on_mass = motion.on_constraints(system, mass);
    Slopes result;
    result.force =
        difference(product(on_mass, motion.accelerations()), motion.on_constraints(system, force));
    const ExprMatrix tests = transposed(motion.slope);
    result.gradient = product(tests, result.force);
    result.second = product(tests, product(on_mass, motion.slope));
    return result;
}

// Z: the ż of the motion, where somebody would read it.
std::optional<std::vector<Replacement>> rates(const System& system, const ReducedMotion& motion,
                                              const ExprVector& reaction) {
    const ExprVector residual = product(test_rows(system, motion), reaction);
    const ExprMatrix matrix = jacobian(residual, motion.z_rates);
    std::vector<Replacement> rest;
    for (const Expr& e : motion.z_rates) rest.emplace_back(e, 0);
    const ExprVector right = negated(substitute(residual, rest));
    ExprVector all = right;
    append(all, matrix);
    if (matrix.size() > most_rates || graph_size(all) > largest_solved) return {};
    try {
        const ExprMatrix solved = simplify(
            column(product(inverse(simplify(matrix, short_formulas)), right)), short_formulas);
        std::vector<Replacement> result;
        for (std::size_t i = 0; i < solved.size(); ++i)
            result.emplace_back(motion.z_rates[i], solved[i][0]);
        return result;
    } catch (const NumericalError&) {  // singular
        return {};
    }
}

// A letter that no formula here has.
Expr parameter_of_curve(const System& system, const ExprVector& formulas) {
    const ExprVector known = symbols_of(formulas);
    const Expr s = symbol("s");
    const bool is_known = std::ranges::find(known, s) != known.end();
    return is_known ? fresh_symbols(system, "s", 1)[0] : s;
}

// G, or G_W, along ż = Z + s d, less its value at the motion.
Step along_a_line(const System& system, const ReducedMotion& motion, const ExprVector& at_motion,
                  const ExprMatrix& second, Step step) {
    const ExprVector d = fresh_symbols(system, "d", motion.z.size());
    ExprVector all = at_motion;
    append(all, second);
    const Expr s = parameter_of_curve(system, all);
    step.value = {{zero_if_proved(dot(at_motion, d)) * s + dot(d, product(second, d)) * s * s / 2}};
    return step;
}

// G_W on the constraints, and its gradient by ż.
struct GeneralizedGauss {
    Expr value;
    ExprVector gradient;
};

GeneralizedGauss generalized_gauss(const System& system, const ReducedMotion& motion) {
    const CoreSystem core = core_system(system);
    const ExprMatrix b = motion.on_constraints(system, gauss_product(core, projectors(core)));
    const ExprVector away = motion.on_constraints(
        system, difference(system.a, product(inverse(core.mass), core.force)));
    return {dot(away, product(b, away)) / 2, product(transposed(motion.slope), product(b, away))};
}

StepSymbol symbol_of_g_w() { return StepSymbol("G").low("W"); }

void show_minimum(const System& system, const ReducedMotion& motion, const Slopes& slopes,
                  const Expr& g, std::vector<Step>& steps) {
    const auto z = rates(system, motion, slopes.force);
    if (!z) return;
    ExprVector values;
    for (const auto& [rate, value] : *z) values.push_back(value);
    ExprVector at_motion = substitute(slopes.gradient, *z);
    for (Expr& e : at_motion) e = zero_if_proved(e);
    const bool is_ideal = !is_generalized(system) || std::ranges::all_of(at_motion, &Expr::is_zero);
    steps.push_back({"Z", "ż of the motion", column(values)});
    steps.push_back(
        {StepSymbol("R").low("i") + " " + StepSymbol("ψ").high("i").low("α"),
         "what the reaction of the motion does along the virtual displacements (30), (36)",
         column(at_motion)});
    steps.push_back({"G(Z)",
                     is_ideal ? "the least G: of the motion" : "G of the motion",
                     {{substitute(g, *z)}}});
    steps.push_back(along_a_line(
        system, motion, at_motion, slopes.second,
        {"G(Z + s d) − G(Z)",
         is_ideal ? "along any line of accelerations through that of the motion: G is least there"
                  : "along any line of accelerations through that of the motion: not least, "
                    "R does not vanish on D",
         {}}));
    if (!is_generalized(system)) return;
    const ExprVector slope = substitute(generalized_gauss(system, motion).gradient, *z);
    steps.push_back(along_a_line(system, motion, slope, slopes.second,
                                 {symbol_of_g_w() + "(Z + s d) − " + symbol_of_g_w() + "(Z)",
                                  "the same of G_W, which is least there",
                                  {}}));
}

// S + S_1 − S_2 − G, S_0 where S lacks it.
StepSymbol symbol_of_sum(bool lacks) {
    const auto part = [](const char* number) { return StepSymbol("S").low(number); };
    const StepSymbol rest = part("1") + " − " + part("2") + " − G";
    return lacks ? StepSymbol("S + ") + part("0") + " + " + rest : StepSymbol("S + ") + rest;
}

bool has_rates(const System& system) {
    return !reduced_motion_refusal(system) && !system.constraints.empty();
}

}  // namespace

std::vector<Step> gauss_steps(const System& system) {
    if (!has_rates(system)) return {};
    const ReducedMotion motion = reduced_motion(system);
    if (motion.z.empty()) return {};
    const auto parts = gauss_parts(system);
    if (!parts) return {};
    const Slopes slopes = slopes_of(system, motion);
    const Expr g = on(motion, system, parts->gauss);
    const ExprVector gradient_of_g = gradient(g, motion.z_rates);
    std::vector<Step> steps{
        {"G(q,z,ż)", parts->meaning + " with v = ψ, a = Ψ ż + σ (31), (37)", {{g}}},
        {StepSymbol("∂G/∂ż").low("α"), "its gradient (32)", column(gradient_of_g)}};
    show_difference(difference(gradient_of_g, slopes.gradient),
                    {StepSymbol("∂G/∂ż").low("α") + " − " + StepSymbol("R").low("i") + " " +
                         StepSymbol("ψ").high("i").low("α"),
                     "it is what R = M a − f does along the virtual displacements (35)",
                     {}},
                    steps);
    steps.push_back({StepSymbol("∂²G/∂ż").low("α") + StepSymbol("∂ż").low("β"),
                     "its second derivatives, G_αβ = g_ij ψ^i_α ψ^j_β (33), (34)",
                     jacobian(gradient_of_g, motion.z_rates)});
    if (is_generalized(system)) {
        steps.push_back({symbol_of_g_w() + "(q,z,ż)",
                         "½ [a − a_free, a − a_free] with v = ψ, a = Ψ ż + σ",
                         {{generalized_gauss(system, motion).value}}});
    }
    show_minimum(system, motion, slopes, g, steps);
    return steps;
}

std::vector<Step> gauss_part_steps(const System& system) {
    const auto parts = gauss_parts(system);
    if (!parts) return {};
    const ReducedMotion motion = reduced_motion(system);
    const Expr s = on(motion, system, acceleration_energy(system).s);
    const Expr s_0 = parts->s_0 ? on(motion, system, *parts->s_0) : Expr(0);
    const Expr s_1 = on(motion, system, parts->s_1), s_2 = on(motion, system, parts->s_2);
    const Expr g = on(motion, system, parts->gauss);
    std::vector<Step> steps;
    if (parts->s_0)
        steps.push_back(
            {StepSymbol("S").low("0"), "what S lacks, free of ż: ½ ‖M⁻¹(f − A)‖²_M", {{s_0}}});
    steps.push_back({StepSymbol("S").low("1"),
                     parts->s_0 ? "½ ‖M⁻¹A‖²_M, free of ż (38)" : "½ Σ |A|²/m, free of ż (38)",
                     {{s_1}}});
    steps.push_back({StepSymbol("S").low("2"),
                     parts->s_0 ? "A·(a − M⁻¹(f − A)) (38): its derivatives by ż are A_i ψ^i_α"
                                : "Σ A·r̈ (38): its derivatives by ż are A_i ψ^i_α",
                     {{s_2}}});
    steps.push_back({"G(q,z,ż)", "Gauss's function: " + parts->meaning + " (31), (37)", {{g}}});
    show_difference({s + s_0 + s_1 - s_2 - g},
                    {symbol_of_sum(parts->s_0.has_value()), "G is made of them (38)", {}}, steps);
    return steps;
}

}  // namespace rattleback
