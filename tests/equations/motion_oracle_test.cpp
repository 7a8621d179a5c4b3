// The oracle itself, against motions known in closed form.
#include "support/motion_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

TEST(MotionOracle, KnowsThePendulumInPolarCoordinates) {
    const System system = build({.coordinates = {"r", "phi"},
                                 .parameters = {{"m", "3"}, {"g", "2"}},
                                 .lagrangian = "m*(r'^2 + r^2*phi'^2)/2 + m*g*r*cos(phi)",
                                 .constraints = {{.name = "rod", .equation = "r = 2"}}});
    const State state = on_constraints(system, {.t = 0, .q = {1, 0.3L}, .v = {1, 0.7L}});
    EXPECT_NEAR(static_cast<double>(state.q[0]), 2, 1e-18);
    EXPECT_NEAR(static_cast<double>(state.v[0]), 0, 1e-18);
    const Motion motion = true_motion(system, state);
    expect_near(motion.a, {0, -std::sin(0.3L)}, "accelerations", 1e-15L);
    // The rod pulls by m (r φ̇² + g cos φ).
    expect_near(motion.reaction, {-3 * (2 * 0.49L + 2 * std::cos(0.3L)), 0}, "reaction", 1e-15L);
}

TEST(MotionOracle, KnowsTheSleigh) {
    const auto [system, state] = chaplygin_sleigh();
    const Real theta = state.q[2], omega = state.v[2], l = 0.4L, inertia = 0.3L + l * l;
    const Real v = state.v[0] * std::cos(theta) + state.v[1] * std::sin(theta);
    EXPECT_NEAR(static_cast<double>(state.v[0] * std::sin(theta) - state.v[1] * std::cos(theta)), 0,
                1e-18);
    const Real rate = l * omega * omega;  // v̇
    expect_near(true_motion(system, state).a,
                {rate * std::cos(theta) - v * omega * std::sin(theta),
                 rate * std::sin(theta) + v * omega * std::cos(theta), -l * v * omega / inertia},
                "accelerations", 1e-15L);
}

// The centre of a homogeneous ball turns with 2/7 of the turntable's angular velocity.
TEST(MotionOracle, KnowsTheBallOnATurntable) {
    const auto [system, state] = ball_on_turntable();
    const Vector a = true_motion(system, state).a;
    const Real turning = 2 * 0.75L / 7;
    expect_near({a[0], a[1]}, {-turning * state.v[1], turning * state.v[0]}, "accelerations",
                1e-15L);
}

TEST(MotionOracle, KnowsDrivenMotion) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "exp(t)*(x'^2 + y'^2)/2",
                                 .constraints = {{.name = "drive", .equation = "y = sin(2*t)"}}});
    const State state = on_constraints(system, {.t = 0.4L, .q = {1, 0}, .v = {0.5L, 0}});
    const Motion motion = true_motion(system, state);
    const Real s = std::sin(0.8L), c = std::cos(0.8L);
    expect_near(motion.a, {-0.5L, -4 * s}, "accelerations", 1e-14L);
    expect_near(motion.reaction, {0, std::exp(0.4L) * (2 * c - 4 * s)}, "reaction", 1e-14L);
}

TEST(MotionOracle, PutsHardSystemsOnTheirConstraints) {
    for (const auto& [system, state] : hard_systems()) {
        const Curve curve(system, state, Vector(system.size()));
        for (const Constraint& c : system.constraints) {
            if (c.order == 2) continue;
            EXPECT_LT(std::fabs(curve.value(c.expression, 0).real()), 1e-17L) << system.title();
            const Real rate = c.order == 0 ? curve.rate(c.expression) : 0;
            EXPECT_LT(std::fabs(rate), 1e-17L) << system.title();
        }
    }
}

}  // namespace
}  // namespace rattleback::testing
