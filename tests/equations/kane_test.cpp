// Kane's equations: the motion against motion_oracle.hpp, and the forces of a particle by hand.
#include "equations/kane.hpp"

#include <gtest/gtest.h>

#include "equations/formulations.hpp"
#include "exact/is_zero.hpp"
#include "structure/run_branch.hpp"
#include "support/explicit_systems.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

using namespace testing;

const ExprMatrix& step(const Equations& equations, const std::string& symbol) {
    for (const Step& s : equations.steps)
        if (s.symbol == symbol) return s.value;
    throw std::logic_error("no step " + symbol);
}

TEST(Kane, HasTheMotionOfParticles) {
    for (const HardSystem& hard :
         {perpendicular_velocities(), moving_particles(), nonholonomic_particle()}) {
        ASSERT_EQ(kane_refusal(hard.system), std::nullopt) << hard.system.title();
        expect_motion(kane(hard.system), hard);
    }
}

TEST(Kane, HasTheMotionWithoutParticles) {
    for (const HardSystem& hard :
         {chaplygin_sleigh(), curved_with_damping(), ball_on_turntable(), rheonomic(),
          appell_hamel(), rolling_disc(), positional_and_kinematic(), without_closed_form(),
          not_quadratic(), curved_k1(), time_alpha(), curved_k2(), voronec_linear()}) {
        ASSERT_EQ(kane_refusal(hard.system), std::nullopt) << hard.system.title();
        expect_motion(kane(hard.system), hard);
    }
}

// Inertia that is no particle's joins that of the particles.
TEST(Kane, HasTheMotionOfParticlesAndMore) {
    auto [system, state] = nonholonomic_particle();
    const Expr x = symbol("x", 1), y = symbol("y", 1), z = symbol("z");
    system.lagrangian += (1 + z * z) * x * y / 3 + z * x - z * z;
    expect_motion(kane(system), system, state);
}

// r = (x, y, z), z' = y x'. With u = (x', y'): partial velocities (1, 0, y) and (0, 1, 0),
// acceleration (u1', u2', y u1' + u2 u1), F*_1 = −m((1 + y²) u1' + y u1 u2), F*_2 = −m u2'.
TEST(Kane, HasTheInertiaForcesOfAParticle) {
    const Equations equations = kane(
        build({.coordinates = {"x", "y", "z"},
               .parameters = {{"m", "3/2"}},
               .particles = {{.name = "P", .mass = "m", .position = {"x", "y", "z"}}},
               .constraints = {{.name = "twist", .equation = "z' = y*x'"}},
               .parametrization = {{.variables = {"u1", "u2"},
                                    .velocities = {{"x'", "u1"}, {"y'", "u2"}, {"z'", "y*u1"}}}}}));
    EXPECT_EQ(step(equations, "v_r^P"), (ExprMatrix{{1, 0}, {0, 1}, {symbol("y"), 0}}));
    const Expr m = symbol("m"), y = symbol("y");
    const Expr u1 = symbol("u1"), u2 = symbol("u2"), du1 = symbol("u1", 1), du2 = symbol("u2", 1);
    const ExprMatrix& inertia = step(equations, "F*_r");
    EXPECT_TRUE(are_equal(inertia[0][0], -m * ((1 + y * y) * du1 + y * u1 * u2)).proved_zero());
    EXPECT_TRUE(are_equal(inertia[1][0], -m * du2).proved_zero());
    EXPECT_TRUE(are_equal(step(equations, "a^P")[2][0], y * du1 + u1 * u2).proved_zero());
}

// Springs k between the points, −1 on y1, −y1' on x2.
TEST(Kane, HasTheActiveForcesAlongThePartialVelocities) {
    const Equations equations = kane(perpendicular_velocities().system);
    const ExprMatrix slope = jacobian(equations.velocities, equations.speeds);
    const Expr k = symbol("k"), x1 = symbol("x1"), x2 = symbol("x2"), y1 = symbol("y1"),
               y2 = symbol("y2");
    const ExprVector force{k * (x2 - x1), k * (y2 - y1) - 1,
                           k * (x1 - x2) - equations.velocities[1], k * (y1 - y2)};
    for (std::size_t r = 0; r < equations.speeds.size(); ++r) {
        Expr sum;
        for (std::size_t i = 0; i < force.size(); ++i) sum += force[i] * slope[i][r];
        EXPECT_TRUE(are_equal(step(equations, "F_r")[r][0], sum).proved_zero());
    }
}

TEST(Kane, TakesTheUsersNonlinearSpeeds) {
    const auto [system, state] =
        hard_system({.title = "Polar speeds",
                     .coordinates = {"x", "y", "z"},
                     .parameters = {{"a", "2/3"}, {"m", "3/2"}},
                     .particles = {{.name = "P", .mass = "m", .position = {"x", "y", "z + x*y"}}},
                     .forces = {{.potential = "m*z"}},
                     .constraints = {{.name = "hamel", .equation = "z'^2 = a^2*(x'^2 + y'^2)"}},
                     .parametrization =
                         {{.variables = {"s", "w"},
                           .velocities = {{"x'", "s*cos(w)"}, {"y'", "s*sin(w)"}, {"z'", "a*s"}}}}},
                    {.t = 0, .q = {0.3L, 0.2L, 1}, .v = {0.6L, -0.7L, 0.5L}});
    State with_speeds = state;
    with_speeds.z = {state.v[2] * 1.5L, std::atan2(state.v[1], state.v[0])};
    expect_motion(kane(system), system, with_speeds);
}

TEST(Kane, TreatsFreeMotion) {
    auto [system, state] = rheonomic();
    system.constraints.clear();
    expect_motion(kane(system), system, state);
}

TEST(Kane, SaysWhyItRefuses) {
    EXPECT_EQ(kane_refusal(second_order().system).value(),
              "the constraint 'jerk' is of second order and restricts no velocity");
    EXPECT_EQ(kane_refusal(reaction_direction().system).value(),
              "the constraint 'steered' is not ideal: its reaction has a direction of its own");
}

// Two constraints follow from the others as they are written; after those are solved it is hard to see.
TEST(Kane, LeavesOutNonlinearConstraintsThatFollow) {
    const std::string c0 = "q1'*q3' - q2'*q4'",
                      c1 = "q4' - (17/20*(sin(q3) - q2)*q3' - 12/20*q2/(1 + q2^2)*q3'"
                           " + (cos(t)/5*exp(-q3^2/2) - 6/20*sin(2*q1 + 1)*q1)*q1'"
                           " + 9/40*cos(3*t)*q4/(1 + q4^2))",
                      c2 = "q2' - (19/20*tanh(q4) + 8/20*tanh(q1) + 6/20*tanh(q2)"
                           " - 17/20*tanh(t))*q4'",
                      c3 = "(" + c0 + ")*(1 + q1^2/2) + " + c1;
    Description d{.coordinates = {"q1", "q2", "q3", "q4"},
                  .lagrangian = "(q1'^2 + 2*q2'^2 + q3'^2 + 3*q4'^2)/2 - q1^2",
                  .initial = {{"q1", "0.0684845697089555560666"},
                              {"q2", "0.613679733207642463810"},
                              {"q3", "-0.119008932356291508015"},
                              {"q4", "-0.827196120074023242511"},
                              {"q1'", "0.0138681926861170269360"},
                              {"q2'", "0.0209178898061235492619"},
                              {"q3'", "-0.0695489662782291391045"},
                              {"q4'", "-0.0461097402465702742403"}}};
    const auto end = [&](const std::vector<std::string>& constraints, const char* form) {
        Description with = d;
        for (const std::string& c : constraints)
            with.constraints.push_back({.equation = c + " = 0"});
        const System system = run_branch(build(with)).system;
        const Trajectory run =
            simulate(system, derive(system, form), {.integration = {.until = 0.05, .at = {0.05}}});
        return std::vector<double>(run.states[0].begin(), run.states[0].begin() + 4);
    };
    const std::vector<double> expected = end({c0, c1, c2}, "lagrange_multipliers");
    const std::vector<double> found =
        end({c0, c1, c2, c3, c1 + " + " + c0 + " + " + c2 + " + " + c3}, "kane");
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found[i], expected[i], 1e-9);
}

}  // namespace
}  // namespace rattleback
