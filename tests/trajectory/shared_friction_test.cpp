// Bodies that rub on the ground and on each other: more surfaces of friction than velocities. Where all
// hold it is not determined how the friction is distributed, but the motion is: in closed form.

#include <gmock/gmock.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

constexpr double rounding = 1e-12;  // of forces that balance each other

Trajectory motion_of(const Description& model, double until, const std::string& method,
                     const std::string& form = "benenti") {
    const System system = build(model);
    SimulationOptions options;
    options.integration = {.method = method, .rtol = 1e-9, .atol = 1e-11, .until = until};
    return simulate(system, derive(system, form), options);
}

// The ground holds x with 0.8 and y with 0.5, and they hold each other with 0.3.
Description two_blocks(const std::string& on_x, const std::string& on_y) {
    return {.coordinates = {"x", "y"},
            .lagrangian = "(x'^2 + y'^2)/2",
            .forces = {{.on = "x", .value = on_x + " - 0.8*sign(x') - 0.3*sign(x' - y')"},
                       {.on = "y", .value = on_y + " - 0.5*sign(y') + 0.3*sign(x' - y')"}}};
}

class SharedFriction : public ::testing::TestWithParam<const char*> {};

// x swings back once, 2.1 + 0.9 cos t, while y runs out, t − 0.4 t².
TEST_P(SharedFriction, ComesToRest) {
    Description model = two_blocks("1 - x", "0");
    model.initial = {{"x", "3"}, {"y'", "1"}};
    const Trajectory run = motion_of(model, 10, GetParam());
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(run.stop.state[0], 1.2, 1e-6);
    EXPECT_NEAR(run.stop.state[1], 0.625, 1e-6);
    EXPECT_NEAR(run.stop.state[2], 0, rounding);
    EXPECT_NEAR(run.stop.state[3], 0, rounding);
}

// x is held up to 0.8 + 0.3, however the friction was distributed at rest; either way.
TEST_P(SharedFriction, LetsGoOnlyWhereNoDistributionHolds) {
    for (const double sign : {1.0, -1.0}) {
        const Trajectory run = motion_of(two_blocks(sign > 0 ? "t" : "-t", "0"), 2.5, GetParam());
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        EXPECT_NEAR(run.stop.state[0], sign * std::pow(2.5 - 1.1, 3) / 6, 1e-5);
        EXPECT_NEAR(run.stop.state[1], 0, rounding);
    }
}

// Pushed to and fro below that it stays at rest, though the distribution must change.
TEST_P(SharedFriction, HoldsWhatSwings) {
    const Trajectory run = motion_of(two_blocks("sin(t)", "0.25*cos(2*t)"), 12, GetParam());
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    for (const double entry : run.stop.state) EXPECT_NEAR(entry, 0, rounding);
}

// Three in a ring, without a ground: x is drawn by t and takes the others along, until 0.3 + 0.6 does not
// suffice for the acceleration t/3 of both; they stay together.
TEST_P(SharedFriction, RingOfThree) {
    const Description model{
        .coordinates = {"x", "y", "z"},
        .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
        .forces = {{.on = "x", .value = "t - 0.3*sign(x' - y') - 0.6*sign(x' - z')"},
                   {.on = "y", .value = "0.3*sign(x' - y') - 0.2*sign(y' - z')"},
                   {.on = "z", .value = "0.6*sign(x' - z') + 0.2*sign(y' - z')"}}};
    const double first = 1.35, after = 3 - first;
    const double place = std::pow(first, 3) / 18, speed = first * first / 6;
    const double behind = place + speed * after + 0.45 * after * after / 2;
    for (const char* form : {"benenti", "lagrange_multipliers"}) {
        const Trajectory run = motion_of(model, 3, GetParam(), form);
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        EXPECT_NEAR(run.stop.state[0], behind + std::pow(after, 3) / 6, 1e-5);
        EXPECT_NEAR(run.stop.state[1], behind, 1e-5);
        EXPECT_NEAR(run.stop.state[2], behind, 1e-5);
    }
}

// Three on the ground, which holds each with 0.5: x, drawn by t, has 0.2 from each of the others too.
TEST_P(SharedFriction, SixSurfacesOfThreeBlocks) {
    const Description model{
        .coordinates = {"x", "y", "z"},
        .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
        .forces = {
            {.on = "x", .value = "t - 0.5*sign(x') - 0.2*sign(x' - y') - 0.2*sign(x' - z')"},
            {.on = "y", .value = "0.1 - 0.5*sign(y') + 0.2*sign(x' - y') - 0.2*sign(y' - z')"},
            {.on = "z", .value = "0.1 - 0.5*sign(z') + 0.2*sign(x' - z') + 0.2*sign(y' - z')"}}};
    const Trajectory run = motion_of(model, 3, GetParam());
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(run.stop.state[0], std::pow(3 - 0.9, 3) / 6, 1e-5);
    EXPECT_NEAR(run.stop.state[1], 0, rounding);
    EXPECT_NEAR(run.stop.state[2], 0, rounding);
}

INSTANTIATE_TEST_SUITE_P(Methods, SharedFriction,
                         ::testing::Values("auto", "dopri5", "dop853", "vern9", "gauss6", "adams",
                                           "bdf"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace rattleback::testing
