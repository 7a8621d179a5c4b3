// The judge itself: what it must call right, and what wrong.
#include "random/judged_run.hpp"

#include <gmock/gmock.h>

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

}  // namespace
}  // namespace rattleback::testing
