// The judge itself: what it must call right, and what wrong.
#include "random/judged_run.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "model/system.hpp"

namespace rattleback::testing {
namespace {

System carried(const std::string& mass, const std::string& constraint) {
    return build({.coordinates = {"x", "y"},
                  .lagrangian = mass + "*x'^2/2 + y'^2/2 - y^2/2",
                  .constraints = {{.equation = constraint}},
                  .initial = {{"y", "1"}}});
}

// The reaction of the first is m f''(t) at every state, that of the second only where x = sin(t).
TEST(JudgedRun, KnowsThatAReactionDependsOnHowItsConstraintIsWritten) {
    Judge judge(carried("2", "x = sin(t)"), {0, {0, 1}, {1, 0}}, 2);
    const System written_otherwise = carried("2", "(3/2 + cos(t))*(x - sin(t)) = 0");
    for (const std::string form : {"talamucci", "lagrange_multipliers", "maggi"})
        for (const std::string method : {"dopri5", "auto"}) {
            const RunVerdict verdict =
                judge.run(written_otherwise, {.form = form, .method = method, .rtol = 1e-6},
                          {.times = judge.times()});
            EXPECT_EQ(verdict.kind, RunVerdict::Kind::Right) << form << ": " << verdict.why;
        }
}

// The motion is the same with another mass, the reaction is not.
TEST(JudgedRun, SeesAWrongReaction) {
    Judge judge(carried("2", "x = sin(t)"), {0, {0, 1}, {1, 0}}, 2);
    const RunVerdict verdict = judge.run(carried("2.0000000001", "x = sin(t)"), {.form = "maggi"},
                                         {.times = judge.times()});
    EXPECT_EQ(verdict.kind, RunVerdict::Kind::Wrong);
    EXPECT_THAT(verdict.why, ::testing::HasSubstr("the reaction is"));
}

System beside_a_spring(const std::string& constraint, const std::string& x_rate) {
    return build({.coordinates = {"x", "y", "z"},
                  .lagrangian = "(x'^2 + 2*y'^2 + 3*z'^2)/2 - y^2/2",
                  .constraints = {{.equation = constraint}},
                  .initial = {{"x'", x_rate}, {"y'", "1"}, {"z'", "1"}}});
}

// x' = √3·y' swings, 5 y'' = −y, and y' vanishes at t = π/2·√5: a crossing of two planes of velocities.
TEST(JudgedRun, FollowsABranchWhereTheGradientOfTheProductVanishes) {
    const Real root = std::sqrt(3.0L);
    Judge judge(beside_a_spring("x'^2 = 2*y'^2 + y'^2", "sqrt(3)"), {0, {0, 0, 0}, {root, 1, 1}},
                5);
    ASSERT_TRUE(judge.truth().finished);
    EXPECT_FALSE(judge.truth().passes_singular_state);
    const Real rate = 1 / std::sqrt(5.0L);
    for (const State& state : judge.truth().samples)
        expect_near({state.q[0], state.q[1]},
                    {root * std::sin(rate * state.t) / rate, std::sin(rate * state.t) / rate},
                    "the branch", 1e-12L);
    const RunVerdict verdict = judge.run({.form = "maggi", .method = "dop853"});
    EXPECT_EQ(verdict.kind, RunVerdict::Kind::Right) << verdict.why;
}

// A motion to the apex of x'² = y'² + z'² ends there, whatever the program says.
TEST(JudgedRun, EndsAtAnApex) {
    const System cone = build({.coordinates = {"x", "y", "z"},
                               .lagrangian = "(x'^2 + y'^2 + z'^2)/2 + x + y/2",
                               .constraints = {{.equation = "x'^2 = y'^2 + z'^2"}},
                               .initial = {{"x'", "-1"}, {"y'", "-1"}}});
    Judge judge(cone, {0, {0, 0, 0}, {-1, -1, 0}}, 3);
    EXPECT_FALSE(judge.truth().finished);
}

}  // namespace
}  // namespace rattleback::testing
