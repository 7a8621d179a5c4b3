#include "equations/benenti.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/functions.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

using ::testing::ElementsAre;

TEST(Benenti, MovesHardSystems) {
    for (const auto& [system, state] : hard_systems()) {
        if (benenti_refusal(system)) continue;
        expect_motion(benenti(system), system, state);
    }
}

TEST(Benenti, MovesASnake) {
    const auto [system, state] = snake(5);
    expect_motion(benenti(system), system, state);
}

TEST(Benenti, RefusesSecondOrder) {
    EXPECT_EQ(benenti_refusal(second_order().system),
              "the constraint 'jerk' is of second order and restricts no velocity");
}

TEST(Benenti, NeedsNoConstraint) {
    const System system =
        build({.title = "Free", .coordinates = {"x", "y"}, .lagrangian = "(x'^2 + x^2*y'^2)/2"});
    expect_motion(benenti(system), system, {.t = 0, .q = {1, 2}, .v = {3, 4}});
}

TEST(Benenti, HasNoAuxiliaryVariablesWhereConstraintsFixEverything) {
    const System system = build({.title = "Driven",
                                 .coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + x^2*y'^2)/2",
                                 .constraints = {{.name = "a", .equation = "x' = t"},
                                                 {.name = "b", .equation = "y' = x"}}});
    const Equations equations = benenti(system);
    EXPECT_TRUE(equations.speeds.empty());
    expect_motion(equations, system, on_constraints(system, {.t = 0.5L, .q = {1, 2}, .v = {3, 4}}));
}

// Z̄ printed is A_i − Γ_hki ψ^h ψ^k of the steps before it, whatever L contains.
TEST(Benenti, ShowsChristoffelSymbolsAndActiveForcesThatMakeUpZ) {
    for (const auto& [system, state] : {curved_with_damping(), rheonomic(), ball_on_turntable()}) {
        const Equations equations = benenti(system);
        const Evaluated value(equations, system, state);
        const std::size_t n = system.size();
        for (std::size_t i = 0; i < n; ++i) {
            // The active forces may contain velocities, which are no part of the state of this form.
            std::unordered_map<Expr, Real> known = values_of(system, state);
            Real expected = OracleValue<Real>(known)(step(equations, "A_i")[i][0]);
            for (std::size_t h = 0; h < n; ++h) {
                const ExprMatrix& gamma = step(equations, "Γ_" + std::to_string(h + 1));
                for (std::size_t k = 0; k < n; ++k)
                    expected -= OracleValue<Real>(known)(gamma[k][i]) * state.v[h] * state.v[k];
            }
            EXPECT_LT(std::fabs(value(step(equations, "Z̄ as printed (17)")[i][0]) - expected),
                      1e-16L)
                << system.title() << ' ' << i;
        }
    }
}

TEST(Benenti, ShowsForcesWhereTheLagrangianIsNotQuadratic) {
    const Equations equations = benenti(not_quadratic().system);
    EXPECT_EQ(step(equations, "f").size(), 3U);
    EXPECT_THAT(to_texts(equations.notes),
                ElementsAre("The Lagrangian is not quadratic in the velocities, so f stands in the "
                            "place of the active forces and the Christoffel symbols."));
}

TEST(Benenti, IsLocalWhereThereIsNoClosedForm) {
    const auto [system, state] = without_closed_form();
    const Equations equations = benenti(system);
    EXPECT_EQ(equations.speeds, system.v);
    EXPECT_EQ(equations.unknowns, system.a);
    EXPECT_EQ(to_text(equations.notes[0]),
              "The form is local, in all velocities, with y', w' given by the implicit function "
              "theorem, because the constraint 'cubic' is neither linear nor quadratic in any "
              "velocity, so it has no explicit form.");
}

TEST(Benenti, SaysWhichBranchItTook) {
    const auto [system, state] = appell_hamel();
    EXPECT_THAT(
        to_texts(benenti(system).notes),
        ::testing::Contains(::testing::StartsWith("The motion is that on the branch z' = ")));
}

// The sleigh with the blade's speed and spin as auxiliary variables.
System sleigh_with_z() {
    Description description = chaplygin_sleigh().system.description;
    description.parametrization = {
        .variables = {"v", "omega"},
        .velocities = {{"x'", "v*cos(theta)"}, {"y'", "v*sin(theta)"}, {"theta'", "omega"}}};
    return build(description);
}

// The printed Z̄ gives ω̇ = 0 identically; the sleigh has v̇ = l ω², ω̇ = −l v ω/(Jc + l²).
TEST(Benenti, CorrectsTheTermThatThePaperLost) {
    const System system = sleigh_with_z();
    const Equations equations = benenti(system);
    const Expr v = symbol("v"), omega = symbol("omega"), l = symbol("l"),
               inertia = symbol("Jc") + l * l;
    const ExprMatrix psi = transposed(step(equations, "ψ_α")),
                     printed = step(equations, "Z̄ as printed (17)");
    Expr omega_rate_printed;
    for (std::size_t i = 0; i < 3; ++i) omega_rate_printed += psi[1][i] * printed[i][0];
    EXPECT_TRUE(is_zero(omega_rate_printed).proved_zero());
    const ExprMatrix rates = step(equations, "Z^α");
    EXPECT_TRUE(are_equal(rates[0][0], l * omega * omega).proved_zero());
    EXPECT_TRUE(are_equal(rates[1][0], -l * v * omega / inertia).proved_zero());
}

// Example 8.1: G₁₂ = −ρ m₂, not −2ρ m₂, and det G = m₁ m₂ ρ²; then (49) as it must read.
TEST(Benenti, CorrectsExample81) {
    const System system = build(
        {.coordinates = {"x", "y", "theta"},
         .parameters =
             {{"m1", "1"}, {"m2", "2"}, {"rho", "3/2"}, {"Ax", "1"}, {"Ay", "1"}, {"At", "1"}},
         .lagrangian = "m1*(x'^2 + y'^2)/2"
                       " + m2*((x' - rho*sin(theta)*theta')^2 + (y' + rho*cos(theta)*theta')^2)/2",
         .forces = {{.on = "x", .value = "Ax"},
                    {.on = "y", .value = "Ay"},
                    {.on = "theta", .value = "At"}},
         .constraints = {{.name = "orthogonal", .equation = "x'*cos(theta) + y'*sin(theta) = 0"}},
         .parametrization = ParametrizationDescription{
             .variables = {"v", "omega"},
             .velocities = {
                 {"x'", "v*sin(theta)"}, {"y'", "-v*cos(theta)"}, {"theta'", "omega"}}}});
    const Equations equations = benenti(system);
    const Expr m1 = symbol("m1"), m2 = symbol("m2"), rho = symbol("rho"), theta = symbol("theta");
    const ExprMatrix g = step(equations, "G");
    EXPECT_TRUE(are_equal(g[0][1], -rho * m2).proved_zero());
    EXPECT_TRUE(are_equal(g[1][0], -rho * m2).proved_zero());
    EXPECT_TRUE(are_equal(determinant(g), m1 * m2 * rho * rho).proved_zero());
    const Expr along = sin(theta) * symbol("Ax") - cos(theta) * symbol("Ay"),
               turning = symbol("At");
    const ExprMatrix rates = step(equations, "Z^α");
    EXPECT_TRUE(are_equal(rates[0][0], (rho * along + turning) / (m1 * rho)).proved_zero());
    EXPECT_TRUE(
        are_equal(rates[1][0], (m2 * rho * along + (m1 + m2) * turning) / (m1 * m2 * rho * rho))
            .proved_zero());
}

// A bead on ẏ = f(x) ẋ conserves its energy: only with the lost term.
TEST(Benenti, ConservesTheEnergyOfABead) {
    const System system =
        build({.coordinates = {"x", "y"},
               .lagrangian = "(x'^2 + y'^2)/2",
               .constraints = {{.name = "wire", .equation = "y' = (x^2 + sin(x))*x'"}}});
    const State state = on_constraints(system, {.t = 0, .q = {0.8L, 0}, .v = {1, 1}});
    const Equations equations = benenti(system);
    const Vector a = motion_of(equations, system, state).a;
    EXPECT_LT(std::fabs(a[0] * state.v[0] + a[1] * state.v[1]), 1e-17L);
    EXPECT_TRUE(step(equations, "Z̄ as printed (17)")[0][0].is_zero());
}

// A parametrization without equations: two points with parallel velocities, [Benenti 52].
TEST(Benenti, TakesAParametrizationAlone) {
    const System system = build(
        {.coordinates = {"x1", "y1", "x2", "y2"},
         .parameters = {{"m1", "1"}, {"m2", "3"}, {"g", "2"}},
         .lagrangian = "m1*(x1'^2 + y1'^2)/2 + m2*(x2'^2 + y2'^2)/2 + m1*g*x1 + m2*g*x2",
         .parametrization = ParametrizationDescription{.variables = {"v1", "v2", "theta"},
                                                       .velocities = {{"x1'", "v1*cos(theta)"},
                                                                      {"y1'", "v1*sin(theta)"},
                                                                      {"x2'", "v2*cos(theta)"},
                                                                      {"y2'", "v2*sin(theta)"}}}});
    const Equations equations = benenti(system);
    const Expr m1 = symbol("m1"), m2 = symbol("m2"), v1 = symbol("v1"), v2 = symbol("v2"),
               g = symbol("g");
    const ExprMatrix rates = step(equations, "Z^α");
    EXPECT_TRUE(are_equal(rates[0][0], g * cos(symbol("theta"))).proved_zero());
    EXPECT_TRUE(are_equal(rates[1][0], g * cos(symbol("theta"))).proved_zero());
    EXPECT_TRUE(are_equal(rates[2][0], -g * sin(symbol("theta")) * (m1 * v1 + m2 * v2) /
                                           (m1 * v1 * v1 + m2 * v2 * v2))
                    .proved_zero());
}

}  // namespace
}  // namespace rattleback::testing
