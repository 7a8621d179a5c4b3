// Motions on which the variables of a form fail, where nothing but the motion itself could tell.

#include <gmock/gmock.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "start/branch.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using ::testing::SizeIs;

// Round a circle with the speed 1, both velocities by the constraints alone: a form that solves them
// divides by x or y inside a root, whose branch ends where that vanishes. x = cos(t + s), y = sin(t + s).
Description round_a_circle(double s) {
    return {.coordinates = {"x", "y", "z"},
            .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z^2/2",
            .constraints = {{.name = "circle", .equation = "x^2 + y^2 = 1"},
                            {.name = "speed", .equation = "x'^2 + y'^2 = 1"}},
            .initial = {{"x", "cos(" + std::to_string(s) + ")"},
                        {"y", "sin(" + std::to_string(s) + ")"},
                        {"x'", "-sin(" + std::to_string(s) + ")"},
                        {"y'", "cos(" + std::to_string(s) + ")"},
                        {"z", "1"}}};
}

Trajectory run_of(const Description& d, const std::string& form, const std::string& method) {
    const System system = on_initial_branch(build(d)).system;
    return simulate(system, derive(system, form),
                    {.integration = {.method = method, .rtol = 1e-9, .until = 6, .at = {3, 6}}});
}

TEST(ChangedVariables, GoRoundACircleWithEveryMethod) {
    for (const char* form : {"benenti", "kane"})
        for (const char* method : {"auto", "dopri5", "dop853", "vern9", "gauss4", "adams", "bdf"}) {
            const Trajectory run = run_of(round_a_circle(0.5), form, method);
            ASSERT_TRUE(run.reached_end())
                << form << " with " << method << ": " << run.stop.message;
            EXPECT_LT(run.statistics.steps, 30'000U) << form << " with " << method;
            EXPECT_NEAR(run.states[1][0], std::cos(6.5), 1e-6) << form << " with " << method;
            EXPECT_NEAR(run.states[1][1], std::sin(6.5), 1e-6) << form << " with " << method;
        }
}

// Wherever the step ends at which the variables are changed, before, at or after the event.
TEST(ChangedVariables, TellEventsOnce) {
    for (int i = 0; i < 24; ++i) {
        Description d = round_a_circle(0.5);
        const std::string angle = std::to_string(0.55 + i * 0.05);
        d.events = {{.name = "passes", .when = "x*sin(" + angle + ") = y*cos(" + angle + ")"},
                    {.name = "y", .when = "y = 0"},
                    {.name = "x", .when = "x = 0"}};
        const Trajectory run = run_of(d, "benenti", "dop853");
        std::vector<double> passes;
        int of_y = 0, of_x = 0;
        for (const EventHit& hit : run.events) {
            if (hit.name == "passes") passes.push_back(hit.time);
            of_y += hit.name == "y" ? 1 : 0;
            of_x += hit.name == "x" ? 1 : 0;
        }
        ASSERT_THAT(passes, SizeIs(2)) << angle;
        EXPECT_NEAR(passes[0], 0.05 + i * 0.05, 1e-6);
        EXPECT_NEAR(passes[1], 0.05 + i * 0.05 + std::acos(-1.0), 1e-6);
        EXPECT_EQ(of_y, 2) << angle;
        EXPECT_EQ(of_x, 2) << angle;
    }
}

}  // namespace
}  // namespace rattleback::testing
