// The absolute tolerances follow the run: what the start could not know of sizes, and what rounding leaves.

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

const std::vector<std::string> methods{"auto",  "taylor", "dopri5", "dop853",
                                       "vern9", "gauss6", "adams",  "bdf"};

Trajectory run(const System& system, const std::string& method, double until, double atol = 0) {
    SimulationOptions options;
    options.integration = {.method = method, .atol = atol, .until = until, .most_steps = 100'000};
    return simulate(system, derive(system, "benenti"), options);
}

// ∫∫ a exp(−(k (t − c))²) once it is over: v = a √π/k, x = v (t − c).
void expect_pushed(const System& system, const std::string& method, double v, double atol = 0) {
    const std::size_t last = system.size() - 1;
    const Trajectory motion = run(system, method, 10, atol);
    ASSERT_TRUE(motion.reached_end()) << method << ": " << motion.stop.message;
    EXPECT_NEAR(motion.stop.state[2 * last + 1] / v, 1, 1e-7) << method << ", " << v;
    EXPECT_NEAR(motion.stop.state[last] / (v * (10 - 3.331)), 1, 1e-7) << method << ", " << v;
}

// At the start, and wherever one looks from there, the force is zero to the last digit.
TEST(ToleranceFloors, OfWhatASinglePushSetsGoing) {
    for (const int power : {-200, -20, 25}) {
        const std::string push = "10^(" + std::to_string(power) + ")*exp(-(1000*(t - 3.331))^2)";
        const System alone = build(
            {.coordinates = {"x"}, .lagrangian = "x'^2/2", .forces = {{.on = "x", .value = push}}});
        const double v = std::pow(10.0, power - 3) * std::sqrt(std::numbers::pi);
        for (const std::string& method : methods) expect_pushed(alone, method, v);
    }
}

TEST(ToleranceFloors, OfAPushThatBeginsAndEndsAtOnce) {
    const System system =
        build({.coordinates = {"x"},
               .lagrangian = "x'^2/2",
               .forces = {{.on = "x",
                           .value = "10^(-30)*(1 + sign(t - 3.3305))*(1 - sign(t - 3.3315))/4"}}});
    for (const std::string& method : methods) expect_pushed(system, method, 1e-33);
}

// A tolerance that is given counts as no less than the rounding of a size, which is that of the motion.
TEST(ToleranceFloors, ThatAreGiven) {
    const System system =
        build({.coordinates = {"x"},
               .lagrangian = "x'^2/2",
               .forces = {{.on = "x", .value = "10^(-20)*exp(-(1000*(t - 3.331))^2)"}}});
    const double v = 1e-23 * std::sqrt(std::numbers::pi);
    for (const char* method : {"auto", "dop853", "bdf"}) expect_pushed(system, method, v, 1e-36);
}

TEST(ToleranceFloors, OfALightBodyThatIsStruckBesideAFastOne) {
    const System system =
        build({.coordinates = {"X", "x"},
               .lagrangian = "10^20*X'^2/2 + 10^(-10)*x'^2/2",
               .forces = {{.on = "x", .value = "10^(-25)*exp(-(1000*(X - 3.331))^2)"}},
               .initial = {{"X'", "1"}}});
    for (const std::string& method : methods)
        expect_pushed(system, method, 1e-18 * std::sqrt(std::numbers::pi));
}

// Two charges come from afar to one between them that they hold in balance: what pushes it from either side
// grows by twelve powers of ten, and of both nothing is left but rounding.
TEST(ToleranceFloors, BetweenForcesThatBalance) {
    const System pair = build({.coordinates = {"d"},
                               .lagrangian = "d'^2/2 - 1/(2000*d)",
                               .initial = {{"d", "1000"}, {"d'", "-1"}}});
    const double truth = run(pair, "taylor", 1999).stop.state[0];
    const System system = build(
        {.coordinates = {"x", "y", "z"},
         .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - 1/(2000*(y - x)) - 1/(2000*(z - y))",
         .initial = {
             {"x", "1/3 - 1000"}, {"y", "1/3"}, {"z", "1/3 + 1000"}, {"x'", "1"}, {"z'", "-1"}}});
    for (const std::string& method : methods) {
        const Trajectory motion = run(system, method, 1999);
        ASSERT_TRUE(motion.reached_end()) << method << ": " << motion.stop.message;
        EXPECT_LT(motion.statistics.steps, 7000U) << method;
        EXPECT_NEAR(motion.stop.state[1], 1.0 / 3, 1e-4) << method;
        EXPECT_NEAR(motion.stop.state[2] - 1.0 / 3, truth, 1e-4) << method;
    }
}

}  // namespace
}  // namespace rattleback::testing
