#include "equations/gibbs_appell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

TEST(GibbsAppell, MovesHardSystems) {
    for (const auto& [system, state] : hard_systems()) {
        if (gibbs_appell_refusal(system)) continue;
        expect_motion(gibbs_appell(system), system, state);
    }
}

TEST(GibbsAppell, MovesASnake) {
    const auto [system, state] = snake(5);
    expect_motion(gibbs_appell(system), system, state);
}

TEST(GibbsAppell, RefusesSecondOrder) {
    EXPECT_EQ(gibbs_appell_refusal(second_order().system),
              "the constraint 'jerk' is of second order and restricts no velocity");
}

// Appell's function of the sleigh, in the speed v of the blade and the spin ω:
// S = ½ ((v̇ − l ω²)² + (v ω + l ω̇)² + Jc ω̇²), up to terms free of v̇ and ω̇.
TEST(GibbsAppell, FormsTheEnergyOfTheAccelerationsOfTheSleigh) {
    Description description = chaplygin_sleigh().system.description;
    description.parametrization = {
        .variables = {"v", "omega"},
        .velocities = {{"x'", "v*cos(theta)"}, {"y'", "v*sin(theta)"}, {"theta'", "omega"}}};
    const Expr s = step(gibbs_appell(build(description)), "S")[0][0];
    const Expr known = parse("((v' - l*omega^2)^2 + (v*omega + l*omega')^2 + Jc*omega'^2)/2");
    for (const Expr& rate : {symbol("v", 1), symbol("omega", 1)})
        EXPECT_TRUE(are_equal(derivative(s, rate), derivative(known, rate)).proved_zero());
}

// Particles in moving, curvilinear coordinates, with forces, a potential and a nonlinear constraint.
Description moving_particles() {
    return {.title = "Moving particles",
            .coordinates = {"r", "phi", "s"},
            .parameters = {{"m", "2"}},
            .particles = {{.name = "A",
                           .mass = "m",
                           .position = {"r*cos(phi + t)", "r*sin(phi + t)", "s^2"},
                           .force = {"-r'", "0", "s*t"}},
                          {.name = "B", .mass = "3", .position = {"r + s", "t*s", "phi*r"}}},
            .forces = {{.potential = "r^2*cos(phi) + s*t"}, {.on = "phi", .value = "-phi'/2"}},
            .constraints = {{.name = "c", .equation = "s' = r*phi'^2 + t*r'"}}};
}

TEST(GibbsAppell, FormsSFromParticles) {
    const System system = build(moving_particles());
    const State state =
        on_constraints(system, {.t = 0.4L, .q = {1.2L, 0.5L, 0.7L}, .v = {0.3L, 0.8L, 0.1L}});
    const Equations equations = gibbs_appell(system);
    expect_motion(equations, system, state);
    const auto& s = equations.steps[1];
    EXPECT_EQ(s.symbol, "S");
    EXPECT_EQ(s.meaning, "energy of the accelerations: ½ Σ m |r̈|²");
    // S itself, not only its derivatives: the particles' accelerations by difference quotients.
    const Evaluated value(equations, system, state);
    const Curve curve(system, state, value(equations.accelerations));
    Real expected = 0;
    for (const Particle& p : system.particles)
        for (const Expr& r : p.position) {
            const Real a = Curve::difference_quotient([&](Real at) { return curve.rate(r, at); });
            expected += curve.value(p.mass, 0).real() * a * a / 2;
        }
    EXPECT_LT(std::fabs(value(s.value[0][0]) - expected), 1e-13L * expected);
}

// The same motion with L written out: then S is formed from L.
TEST(GibbsAppell, FormsTheSameMotionFromParticlesAndFromALagrangian) {
    const auto [particles, state] = perpendicular_velocities();
    Description description = particles.description;
    description.particles.clear();
    description.lagrangian = "(x1'^2 + y1'^2)/2 + 5/2*(x2'^2 + y2'^2)/2 - y1";
    const System system = build(description);
    const Equations from_l = gibbs_appell(system);
    EXPECT_THAT(to_text(from_l.steps[1].meaning), ::testing::HasSubstr("½ aᵀ M a"));
    expect_near(motion_of(from_l, system, state).a,
                motion_of(gibbs_appell(particles), particles, state).a, "accelerations", 1e-17L);
}

}  // namespace
}  // namespace rattleback::testing
