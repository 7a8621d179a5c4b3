// A light body beside a heavy one moves as exactly as it would alone: what it can do is told by its
// own motion, not by the energy of the other.

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

Trajectory run(const System& system, const std::string& method, double until,
               const std::string& form = "benenti") {
    SimulationOptions options;
    options.integration = {.method = method, .until = until, .most_steps = 100'000};
    return simulate(system, derive(system, form), options);
}

std::vector<std::string> adaptive_methods() {
    return {"auto", "taylor", "dopri5", "dop853", "vern9", "gauss6", "adams", "bdf"};
}

struct Orbit {
    std::string heavy, light, gravity, frame, radius;
    double until;
};

// A circle around a body that the light one does not move, in a frame that both are fast in.
void expect_circle(const Orbit& orbit, const std::string& method) {
    const System system =
        build({.coordinates = {"X", "Y", "x", "y"},
               .parameters = {{"M", orbit.heavy}, {"m", orbit.light}, {"G", orbit.gravity}},
               .lagrangian = "M*(X'^2 + Y'^2)/2 + m*(x'^2 + y'^2)/2"
                             " + G*M*m/sqrt((x - X)^2 + (y - Y)^2)",
               .initial = {{"X'", orbit.frame},
                           {"x", orbit.radius},
                           {"x'", orbit.frame},
                           {"y'", "sqrt(G*M/" + orbit.radius + ")"}}});
    const Trajectory motion = run(system, method, orbit.until);
    ASSERT_TRUE(motion.reached_end()) << method << ": " << motion.stop.message;
    const double r = std::stod(orbit.radius), frame = std::stod(orbit.frame);
    const double gm = std::stod(orbit.gravity) * std::stod(orbit.heavy);
    const double angle = std::sqrt(gm / r / r / r) * orbit.until;
    // One error of each step, of the size that the place has in this frame.
    const double way = frame * orbit.until + r;
    const double bound = 1e-10 * static_cast<double>(motion.statistics.steps) * way;
    EXPECT_NEAR(motion.stop.state[2], frame * orbit.until + r * std::cos(angle), bound) << method;
    EXPECT_NEAR(motion.stop.state[3], r * std::sin(angle), bound) << method;
}

TEST(LightBodies, CircleAroundAFastHeavyOne) {
    for (const std::string& method : adaptive_methods()) {
        expect_circle({"5.97e24", "100", "6.674e-11", "30000", "7e6", 20000}, method);
        expect_circle({"1e24", "1e-9", "1e-24", "1", "1", 20}, method);
        expect_circle({"1e24", "1e-9", "1e-24", "0", "1", 20}, method);
    }
    expect_circle({"1e24", "1e-9", "1e-24", "1", "1", 2000}, "dop853");
    expect_circle({"1e24", "1e-30", "1e-24", "100", "1", 20}, "dop853");
}

TEST(LightBodies, SkateBesideAHeavyBody) {
    const System system = build({.coordinates = {"x", "y", "phi", "X"},
                                 .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + 10^18*X'^2/2",
                                 .constraints = {{.equation = "y'*cos(phi) - x'*sin(phi) = 0"}},
                                 .initial = {{"x'", "1"}, {"phi'", "1"}, {"X'", "1000"}},
                                 .events = {{.name = "turns", .when = "x' = 0"}}});
    for (const std::string& method : adaptive_methods())
        for (const char* form : {"benenti", "lagrange_multipliers"}) {
            if (method == "taylor" && std::string(form) != "benenti") continue;
            const Trajectory motion = run(system, method, 10, form);
            ASSERT_TRUE(motion.reached_end()) << method << ": " << motion.stop.message;
            EXPECT_NEAR(motion.stop.state[0], std::sin(10), 1e-7) << method << ", " << form;
            EXPECT_NEAR(motion.stop.state[1], 1 - std::cos(10), 1e-7) << method << ", " << form;
            ASSERT_EQ(motion.events.size(), 3) << method << ", " << form;
            for (std::size_t i = 0; i < 3; ++i)
                EXPECT_NEAR(motion.events[i].time,
                            (static_cast<double>(i) + 0.5) * std::numbers::pi, 1e-7);
        }
}

// Each half swing loses twice the part that friction holds.
TEST(LightBodies, BlocksWithFriction) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "10^20*x'^2/2 + 10^(-20)*y'^2/2",
                                 .forces = {{.on = "x", .value = "-10^20*(sign(x') + x)"},
                                            {.on = "y", .value = "-10^(-20)*(sign(y')/10 + 2*y)"}},
                                 .initial = {{"x", "3.5"}, {"y", "0.52"}}});
    for (const std::string& method : adaptive_methods()) {
        const Trajectory motion = run(system, method, 20);
        ASSERT_TRUE(motion.reached_end()) << method << ": " << motion.stop.message;
        EXPECT_NEAR(motion.stop.state[0], -0.5, 1e-7) << method;
        EXPECT_NEAR(motion.stop.state[1], -0.02, 1e-7) << method;
    }
}

TEST(LightBodies, PendulumOnAHeavyCart) {
    const System on_cart =
        build({.coordinates = {"X", "theta"},
               .lagrangian = "(10^8 + 10^(-9))*X'^2/2 + 10^(-9)*(X'*theta'*cos(theta)"
                             " + theta'^2/2 + 9.81*cos(theta))",
               .initial = {{"X'", "20"}, {"theta", "1/2"}}});
    const System alone = build({.coordinates = {"theta"},
                                .lagrangian = "theta'^2/2 + 9.81*cos(theta)",
                                .initial = {{"theta", "1/2"}}});
    const double truth = run(alone, "taylor", 20).stop.state[0];
    for (const std::string& method : adaptive_methods()) {
        const Trajectory motion = run(on_cart, method, 20);
        ASSERT_TRUE(motion.reached_end()) << method << ": " << motion.stop.message;
        EXPECT_NEAR(motion.stop.state[1], truth, 1e-6) << method;
    }
}

// At the start nothing moves the light body, neither there nor near it.
TEST(LightBodies, AreStruckLater) {
    const auto struck_by = [](const std::string& acceleration) {
        return build({.coordinates = {"X", "x"},
                      .lagrangian = "10^20*X'^2/2 + 10^(-10)*x'^2/2",
                      .forces = {{.on = "x", .value = "10^(-10)*" + acceleration}},
                      .initial = {{"X'", "1"}}});
    };
    const double pi = std::numbers::pi;
    for (const std::string& method : adaptive_methods()) {
        const Trajectory slowly = run(struck_by("X^2"), method, 10);
        EXPECT_NEAR(slowly.stop.state[1], 1e4 / 12, 1e-5) << method;
        const Trajectory at_once = run(struck_by("exp(-50*(X - 5)^2)"), method, 10);
        EXPECT_NEAR(at_once.stop.state[1], 5 * std::sqrt(pi / 50), 1e-6) << method;
    }
}

// The heavy body does not feel the light ones: in y' and z' their mass drops out.
TEST(LightBodies, TiedToAHeavyOne) {
    const auto tied = [](const std::string& mass) {
        return build({.coordinates = {"x", "y", "z"},
                      .parameters = {{"m", mass}},
                      .lagrangian = "(x'^2 - x^2)/2 + m*(y'^2 + z'^2 - y^2)/2",
                      .constraints = {{.equation = "z' = x'/10 + x*y'"}},
                      .initial = {{"x'", "20"}, {"y'", "1/10"}, {"z'", "2"}}});
    };
    for (const char* mass : {"10^(-9)", "10^(-18)", "10^(-26)"})
        for (const char* form : {"benenti", "lagrange_multipliers"})
            for (const std::string method : {"auto", "dop853", "gauss6"}) {
                const Trajectory motion = run(tied(mass), method, 1.5, form);
                ASSERT_TRUE(motion.reached_end()) << method << ": " << motion.stop.message;
                EXPECT_NEAR(motion.stop.state[1], 0.0826279736, 1e-7)
                    << mass << ", " << form << ", " << method;
                EXPECT_NEAR(motion.stop.state[2], 3.1298971834, 1e-7)
                    << mass << ", " << form << ", " << method;
            }
}

// A car with four trailers in a row but for the first: the last ones begin to turn as high powers of
// the time, far below the rounding of what moves them.
TEST(LightBodies, TrailersThatDoNotTurnAtFirst) {
    const System system =
        build({.coordinates = {"x", "y", "a0", "a1", "a2", "a3", "a4"},
               .lagrangian = "(x'^2 + y'^2)/2 + (a0'^2 + a1'^2 + a2'^2 + a3'^2 + a4'^2)/20",
               .constraints = {{.equation = "x'*sin(a4) - y'*cos(a4) = 0"},
                               {.equation = "x'*sin(a3) - y'*cos(a3) - a4'*cos(a4 - a3) = 0"},
                               {.equation = "x'*sin(a2) - y'*cos(a2) - a4'*cos(a4 - a2)"
                                            " - a3'*cos(a3 - a2) = 0"},
                               {.equation = "x'*sin(a1) - y'*cos(a1) - a4'*cos(a4 - a1)"
                                            " - a3'*cos(a3 - a1) - a2'*cos(a2 - a1) = 0"},
                               {.equation = "x'*sin(a0) - y'*cos(a0) - a4'*cos(a4 - a0)"
                                            " - a3'*cos(a3 - a0) - a2'*cos(a2 - a0)"
                                            " - a1'*cos(a1 - a0) = 0"}},
               .initial = {{"a0", "1/5"}, {"a1", "1/10"}, {"x'", "1"}}});
    const Trajectory truth = run(system, "taylor", 1);
    for (const std::string& method : adaptive_methods()) {
        if (method == "taylor") continue;
        const Trajectory motion = run(system, method, 1, "lagrange_multipliers");
        ASSERT_TRUE(motion.reached_end()) << method << ": " << motion.stop.message;
        EXPECT_LT(motion.statistics.steps, 5000) << method;
        for (std::size_t i = 0; i < system.size(); ++i)
            EXPECT_NEAR(motion.stop.state[i], truth.stop.state[i], 1e-7) << method << ", " << i;
    }
}

}  // namespace
}  // namespace rattleback::testing
