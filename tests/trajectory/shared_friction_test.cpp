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

// Blocks of mass m on the ground, each of which rubs against each: n (n + 1)/2 surfaces.
struct Blocks {
    std::string ground = "0.5", pair = "0.1", mass = "1";
    std::vector<std::string> pulls;
    std::vector<std::string> speeds = {};

    Description described() const {
        Description model{.parameters = {{"m", mass}, {"F", ground}, {"f", pair}}};
        std::string energy;
        for (std::size_t i = 1; i <= pulls.size(); ++i) {
            const std::string x = name(i);
            model.coordinates.push_back(x);
            energy += (i == 1 ? "" : " + ") + x + "'^2";
            std::string force = pulls[i - 1] + " - F*sign(" + x + "')";
            for (std::size_t j = 1; j <= pulls.size(); ++j)
                if (j != i) force += " - f*sign(" + x + "' - " + name(j) + "')";
            model.forces.push_back({.on = x, .value = force});
            if (!speeds.empty()) model.initial.push_back({x + "'", speeds[i - 1]});
        }
        model.lagrangian = "m*(" + energy + ")/2";
        return model;
    }
    static std::string name(std::size_t i) { return "x" + std::to_string(i); }
};

// Of n blocks the first is drawn by t, until 0.5 + 0.1 (n − 1) do not suffice.
TEST_P(SharedFriction, AnyNumberOfSurfaces) {
    for (const std::size_t n : {4U, 6U}) {
        Blocks blocks{.pulls = std::vector<std::string>(n, "0")};
        blocks.pulls[0] = "t";
        const Trajectory run = motion_of(blocks.described(), 3, GetParam());
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        const double after = 3 - 0.5 - 0.1 * static_cast<double>(n - 1);
        EXPECT_NEAR(run.stop.state[0], std::pow(after, 3) / 6, 1e-5);
        for (std::size_t i = 1; i < n; ++i) EXPECT_NEAR(run.stop.state[i], 0, rounding);
    }
}

// With the speeds 1 to 4 they are slowed down by 0.2, 0.4, 0.6 and 0.8, and all ten surfaces are met at
// once, at t = 5.
TEST_P(SharedFriction, TenSurfacesMeetAtOnce) {
    const Blocks blocks{.pulls = {"0", "0", "0", "0"}, .speeds = {"1", "2", "3", "4"}};
    const Trajectory run = motion_of(blocks.described(), 8, GetParam());
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(run.stop.state[i], 2.5 * static_cast<double>(i + 1), 1e-6);
        EXPECT_NEAR(run.stop.state[4 + i], 0, rounding);
    }
}

TEST_P(SharedFriction, FourBlocksStayWhereEachIsShaken) {
    const Blocks blocks{
        .pulls = {"0.7*sin(t)", "0.4*cos(2*t)", "0.3*sin(3*t)", "0.5*cos(t) - 0.1"}};
    const Trajectory run = motion_of(blocks.described(), 12, GetParam());
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    for (const double entry : run.stop.state) EXPECT_NEAR(entry, 0, rounding);
}

// What pulls is exactly what friction can hold.
TEST_P(SharedFriction, AtTheBounds) {
    const Blocks three{.pulls = {"0.7", "0", "0"}}, four{.pulls = {"0.8", "-0.6", "0", "0"}};
    for (const Blocks& blocks : {three, four}) {
        const Trajectory run = motion_of(blocks.described(), 5, GetParam());
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        for (const double entry : run.stop.state) EXPECT_NEAR(entry, 0, rounding);
    }
}

// With masses of 10⁻¹⁸, and 10¹² in the place of the unit of length.
TEST_P(SharedFriction, InOtherUnits) {
    const Blocks blocks{
        .ground = "0.5e-6", .pair = "0.1e-6", .mass = "1e-18", .pulls = {"1e-6*t", "0", "0", "0"}};
    const System system = build(blocks.described());
    SimulationOptions options;
    options.integration = {.method = GetParam(), .rtol = 1e-9, .until = 3};
    const Trajectory run = simulate(system, derive(system, "benenti"), options);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(run.stop.state[0], 1e12 * std::pow(3 - 0.8, 3) / 6, 1e-5 * 1e12);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_NEAR(run.stop.state[i], 0, rounding * 1e12);
}

// Two blocks in a plane: the ground holds one with 0.8 and the other with 0.5, and they hold each other
// with 0.3.
Description two_in_a_plane(const std::string& x, const std::string& y) {
    const std::string one = "/sqrt(x'^2 + y'^2)", other = "/sqrt(u'^2 + w'^2)",
                      both = "/sqrt((x' - u')^2 + (y' - w')^2)";
    return {.coordinates = {"x", "y", "u", "w"},
            .lagrangian = "(x'^2 + y'^2 + u'^2 + w'^2)/2",
            .forces = {{.on = "x", .value = x + " - 0.8*x'" + one + " - 0.3*(x' - u')" + both},
                       {.on = "y", .value = y + " - 0.8*y'" + one + " - 0.3*(y' - w')" + both},
                       {.on = "u", .value = "-0.5*u'" + other + " + 0.3*(x' - u')" + both},
                       {.on = "w", .value = "-0.5*w'" + other + " + 0.3*(y' - w')" + both}}};
}

TEST_P(SharedFriction, InAPlane) {
    const Trajectory drawn = motion_of(two_in_a_plane("0.6*t", "0.8*t"), 3, GetParam());
    ASSERT_TRUE(drawn.reached_end()) << drawn.stop.message;
    EXPECT_NEAR(drawn.stop.state[0], 0.6 * std::pow(3 - 1.1, 3) / 6, 1e-5);
    EXPECT_NEAR(drawn.stop.state[1], 0.8 * std::pow(3 - 1.1, 3) / 6, 1e-5);
    EXPECT_NEAR(drawn.stop.state[2], 0, rounding);
    const Trajectory held = motion_of(two_in_a_plane("cos(t)", "sin(t)"), 12, GetParam());
    ASSERT_TRUE(held.reached_end()) << held.stop.message;
    for (const double entry : held.stop.state) EXPECT_NEAR(entry, 0, rounding);
    Description thrown = two_in_a_plane("0", "0");
    thrown.initial = {{"x'", "0.6"}, {"y'", "0.8"}};
    const Trajectory rests = motion_of(thrown, 3, GetParam());
    ASSERT_TRUE(rests.reached_end()) << rests.stop.message;
    EXPECT_NEAR(rests.stop.state[0], 0.6 / 2.2, 1e-6);
    EXPECT_NEAR(rests.stop.state[1], 0.8 / 2.2, 1e-6);
    EXPECT_NEAR(rests.stop.state[2], 0, rounding);
}

// Two norms that vanish together, and a norm with a surface on which it does; drawn along x until 0.5 does
// not suffice, and thrown against a force that it can hold.
TEST_P(SharedFriction, TwoOfOneVelocity) {
    const std::string round = "/sqrt(x'^2 + y'^2)", long_one = "/sqrt(x'^2 + 2*y'^2)";
    const auto model = [](const std::string& pull, const std::string& on_x,
                          const std::string& on_y) {
        return Description{
            .coordinates = {"x", "y"},
            .lagrangian = "(x'^2 + y'^2)/2",
            .forces = {{.on = "x", .value = pull + on_x}, {.on = "y", .value = on_y}}};
    };
    const std::vector<std::pair<std::string, std::string>> ways{
        {" - 0.3*x'" + round + " - 0.2*x'" + long_one, "-0.3*y'" + round + " - 0.4*y'" + long_one},
        {" - 0.3*x'" + round + " - 0.2*sign(x')", "-0.3*y'" + round}};
    for (const auto& [x, y] : ways) {
        const Trajectory drawn = motion_of(model("t", x, y), 2, GetParam());
        ASSERT_TRUE(drawn.reached_end()) << drawn.stop.message;
        EXPECT_NEAR(drawn.stop.state[0], std::pow(1.5, 3) / 6, 1e-5);
        EXPECT_NEAR(drawn.stop.state[1], 0, 1e-9);
        Description thrown = model("0.25", x, y);
        thrown.initial = {{"x'", "-1"}};
        const Trajectory rests = motion_of(thrown, 4, GetParam());
        ASSERT_TRUE(rests.reached_end()) << rests.stop.message;
        EXPECT_NEAR(rests.stop.state[0], -1 / 1.5, 1e-6);
        EXPECT_NEAR(rests.stop.state[2], 0, rounding);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, SharedFriction,
                         ::testing::Values("auto", "taylor", "dopri5", "dop853", "vern9", "gauss6",
                                           "adams", "bdf"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace rattleback::testing
