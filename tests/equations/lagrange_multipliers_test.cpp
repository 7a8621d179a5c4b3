#include "equations/lagrange_multipliers.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "support/hard_systems.hpp"
#include "support/reference_values.hpp"

namespace rattleback::testing {
namespace {

Real dot(const Vector& a, const Vector& b) {
    Real sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

TEST(LagrangeMultipliers, MoveHardSystems) {
    for (const auto& [system, state] : hard_systems()) {
        ASSERT_FALSE(lagrange_multipliers_refusal(system));
        expect_motion(lagrange_multipliers(system), system, state);
    }
}

TEST(LagrangeMultipliers, MoveASnake) {
    const auto [system, state] = snake(5);
    expect_motion(lagrange_multipliers(system), system, state);
}

TEST(LagrangeMultipliers, NeedNoConstraint) {
    const System system =
        build({.title = "Free", .coordinates = {"x", "y"}, .lagrangian = "(x'^2 + x^2*y'^2)/2"});
    const Equations equations = lagrange_multipliers(system);
    EXPECT_EQ(equations.unknowns, system.a);
    expect_motion(equations, system, {.t = 0, .q = {1, 2}, .v = {3, 4}});
}

TEST(LagrangeMultipliers, LeaveOutWhatIsRedundant) {
    const System system = build({.title = "Twice the same",
                                 .coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + y'^2 + (1 + x^2)*z'^2)/2 - y",
                                 .constraints = {{.name = "a", .equation = "z' = y*x'"},
                                                 {.name = "b", .equation = "2*z' = 2*y*x'"}}});
    const Equations equations = lagrange_multipliers(system);
    EXPECT_EQ(equations.unknowns.size(), 4U);
    expect_motion(equations, system,
                  on_constraints(system, {.t = 0, .q = {1, 2, 3}, .v = {1, 1, 1}}));
}

TEST(LagrangeMultipliers, FindOtherNamesForMultipliers) {
    const System system = build({.coordinates = {"x", "mu1"},
                                 .lagrangian = "(x'^2 + mu1'^2)/2",
                                 .constraints = {{.name = "c", .equation = "x' = mu1'"}}});
    EXPECT_EQ(lagrange_multipliers(system).unknowns.back(), symbol("mu_1"));
}

// Reactions of constraints that are homogeneous in v do no work.
TEST(LagrangeMultipliers, GiveReactionsThatDoNoWorkWhereConstraintsAreHomogeneous) {
    for (const auto& [system, state] :
         {chaplygin_sleigh(), curved_with_damping(), perpendicular_velocities(), appell_hamel(),
          rolling_disc()}) {
        const Motion motion = motion_of(lagrange_multipliers(system), system, state);
        EXPECT_LT(std::fabs(dot(motion.reaction, state.v)), 1e-16L) << system.title();
    }
    const auto [system, state] = ball_on_turntable();
    EXPECT_GT(
        std::fabs(dot(motion_of(lagrange_multipliers(system), system, state).reaction, state.v)),
        1e-3L);
}

// Benenti's Theorem 3 is false for affine constraints: with ż = c + yẋ, dK/dt = c ẋẏ/(1 + y²).
TEST(LagrangeMultipliers, ShowThatAffineConstraintsMayDoWork) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .parameters = {{"c", "3/2"}},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                 .constraints = {{.name = "affine", .equation = "z' = c + y*x'"}}});
    const State state = on_constraints(system, {.t = 0, .q = {0, 0.7L, 0}, .v = {0.5L, -0.4L, 1}});
    const Motion motion = motion_of(lagrange_multipliers(system), system, state);
    const Real expected = 1.5L * state.v[0] * state.v[1] / (1 + 0.49L);
    EXPECT_LT(std::fabs(dot(motion.a, state.v) - expected), 1e-17L);
}

TEST(LagrangeMultipliers, ReproduceTheSkate) {
    const Json reference_case = reference("z_pointwise")["cases"][0];
    const System system =
        build({.coordinates = {"x", "y", "phi"},
               .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
               .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}}});
    const Json& point = reference_case["point"];
    const State state{.t = 0,
                      .q = {number(point["x"]), number(point["y"]), number(point["phi"])},
                      .v = {number(point["vx"]), number(point["vy"]), number(point["vp"])}};
    const Equations equations = lagrange_multipliers(system);
    const Evaluated value(equations, system, state);
    expect_near(value(equations.accelerations), numbers(reference_case["qddot_nonholonomic"]),
                "accelerations");
    expect_near({value(equations.unknowns.back())}, {number(reference_case["mu"])}, "multiplier");
}

// (2.5)–(2.8) in a curved metric: A Γ[q̇, q̇] = −f − ∇U, B'[q̇, q̇] = β, C = B A⁻¹ Bᵀ.
TEST(LagrangeMultipliers, ReproduceZampierisNormalForm) {
    const Json c = reference("z_pointwise")["cases"][1];
    std::string constraint = "0";
    for (std::size_t i = 0; i < 3; ++i)
        constraint += " + " + formula(c["B"][i]) + "*q" + std::to_string(i + 1) + "'";
    const System system =
        build({.coordinates = {"q1", "q2", "q3"},
               .lagrangian = kinetic_energy(c["A"], {"q1", "q2", "q3"}) + " - " + formula(c["U"]),
               .constraints = {{.name = "B", .equation = constraint + " = 0"}}});
    State state;
    for (const char* q : {"q1", "q2", "q3"}) state.q.push_back(number(c["point"][q]));
    for (const char* u : {"u1", "u2", "u3"}) state.v.push_back(number(c["point"][u]));
    const Equations equations = lagrange_multipliers(system);
    const Evaluated value(equations, system, state);
    expect_near(value(equations.accelerations), numbers(c["qddot"]), "accelerations");
    expect_near({value(equations.unknowns.back())}, {number(c["mu"])}, "multiplier");

    Vector f = numbers(c["A*Gamma[qdot,qdot]"]);
    const Vector slope = numbers(c["grad_U"]);
    for (std::size_t i = 0; i < 3; ++i) f[i] = -f[i] - slope[i];
    expect_near(value(all_entries(step(equations, "f"))), f, "f");
    expect_near(value(all_entries(step(equations, "β"))), numbers(c["Bprime[qdot,qdot]"]), "β");
    const Vector b = value(all_entries(step(equations, "A")));
    Matrix mass;
    for (const ExprVector& row : step(equations, "M")) mass.push_back(value(row));
    expect_near({dot(b, solution(mass, b))}, all_numbers(c["C=BA^-1B^T"]), "C");
}

}  // namespace
}  // namespace rattleback::testing
