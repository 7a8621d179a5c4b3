// Where a form has values: wherever its constraints can be solved for its variables, and nowhere less.
#include <gtest/gtest.h>

#include "equations/formulations.hpp"
#include "model/system.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

// A sleigh in oblique coordinates. Its constraint is divided by d = 1000 cos θ − 3440 sin θ − 17. Freed of
// cosines, that is d·(−1000 cos θ − 3440 sin θ − 17), which vanishes at t = 0.898, where d does not: over
// a thousand steps crept there.
TEST(Divisors, AreThoseOfTheConstraintAlone) {
    const System sleigh = build(read_model_text(R"(
coordinates = ["u", "v", "w"]
gravity = ["0", "0", "-2"]

[[frame]]
name = "B"
origin = ["7/4*u - 7/80*v - 3/80*w", "-3/20*u + 9/4*v + w/8", "0"]
rotations = [["z", "w - 17/80*u - 17/80*v"]]

[[body]]
frame = "B"
mass = "25/2"
centre = ["-1", "3/4", "-4/5"]
inertia = ["26/25", "164/25", "162/25"]

[[knife_edge]]
name = "blade"
frame = "B"
point = ["-3/20", "11/20", "0"]
direction = ["-1/5", "1", "0"]

[initial]
u = 0.19
v = -0.1
w = 0.62
"u'" = 0.38
"w'" = -0.094
)",
                                                "sleigh.toml"));
    SimulationOptions options;
    options.integration.method = "dop853";
    options.integration.until = 1.5;
    const Trajectory trajectory = simulate(sleigh, derive(sleigh, "voronec"), options);
    EXPECT_TRUE(trajectory.reached_end());
    EXPECT_FALSE(trajectory.rest);  // it went on in no other variables
    EXPECT_LT(trajectory.statistics.steps, 100u);
}

}  // namespace
}  // namespace rattleback
