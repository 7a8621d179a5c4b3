// A run by one call: what the request leaves open comes from the model, and then from defaults.

#include "study/run_motion.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <gtest/gtest.h>
#include <cmath>

#include <cmath>

#include "rattleback/errors.hpp"
#include "study/changed_model.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Description skate() { return testing::model_description("skate"); }

std::string refusal(const RunRequest& request) {
    try {
        run_motion(skate(), request);
    } catch (const RequestError& error) {
        return error.what();
    }
    return "";
}

TEST(RunMotion, TakesTimesAndMethodFromTheModel) {
    Description model = skate();
    model.simulate.until = 2;
    model.simulate.output = 0.5;
    model.simulate.method = "dop853";
    const auto run = run_motion(model);
    EXPECT_EQ(run.trajectory.times, (std::vector<double>{0, 0.5, 1, 1.5, 2}));
    EXPECT_EQ(run.trajectory.method, "dop853");
    EXPECT_EQ(run.form.why, FormChoice::Why::Default);
    for (const MotionCheck& check : checks_of(run)) EXPECT_TRUE(check.holds()) << check.name;
}

TEST(RunMotion, PrefersTheRequest) {
    Description model = skate();
    model.simulate.until = 2;
    model.simulate.method = "dop853";
    const auto run = run_motion(
        model, {.form = "kane", .method = "taylor", .until = 1, .rtol = 1e-8, .at = {0.25, 1}});
    EXPECT_EQ(run.trajectory.times, (std::vector<double>{0.25, 1}));
    EXPECT_EQ(run.trajectory.method, "taylor");
    EXPECT_EQ(run.trajectory.form, "kane");
    EXPECT_EQ(run.form.why, FormChoice::Why::Asked);
    EXPECT_EQ(run.integration.rtol, 1e-8);
}

// x and y of the skate are the same in all forms and by all methods.
TEST(RunMotion, IsTheSameMotionInAnotherForm) {
    const auto one = run_motion(skate(), {.until = 3, .at = {3}});
    const auto other =
        run_motion(skate(), {.form = "udwadia_kalaba", .method = "bdf", .until = 3, .at = {3}});
    for (std::size_t i = 0; i < one.system.size(); ++i)
        EXPECT_NEAR(one.trajectory.states.back()[i], other.trajectory.states.back()[i], 1e-6);
}

TEST(RunMotion, TakesThePrincipleOfTheForm) {
    EXPECT_EQ(run_motion(skate(), {.form = "vakonomic", .until = 1}).system.principle,
              Principle::Vakonomic);
}

TEST(RunMotion, NamesTheOptionThatHasNoSense) {
    EXPECT_THAT(refusal({.form = "kan", .until = 1}), HasSubstr("there is no formulation 'kan'"));
    EXPECT_THAT(refusal({.method = "tailor", .until = 1}),
                HasSubstr("there is no method 'tailor'"));
    EXPECT_THAT(refusal({.method = "taylor", .until = 1, .step = 0.1}), HasSubstr("step: "));
    EXPECT_THAT(refusal({.until = 1, .at = {0.5, 0.25}}), HasSubstr("at: "));
    for (const double rtol : {0.0, -1.0, std::nan(""), 1.0, 0.2})
        EXPECT_EQ(
            refusal({.until = 1, .rtol = rtol}),
            fmt::format("rtol: it is {}, and has to be a number above 0 and at most 0.1", rtol));
    for (const double atol : {0.0, -1.0, HUGE_VAL})
        EXPECT_EQ(refusal({.until = 1, .atol = atol}),
                  fmt::format("atol: it is {}, and has to be a positive number", atol));
    EXPECT_EQ(refusal({.until = 1, .rtol = 0.1}), "");
    Description endless = skate();
    endless.simulate.until.reset();
    EXPECT_THROW(run_motion(endless), RequestError);
    EXPECT_TRUE(obstacle_to_motion(endless));
    EXPECT_FALSE(obstacle_to_motion(endless, {.until = 1}));
}

TEST(RunMotion, IsInterruptedBeforeItBegins) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(run_motion(skate(), {}, {.stop = stop.get_token()}), Interrupted);
}

TEST(RunMotion, EndsWhereAStopIsRequested) {
    std::stop_source stop;
    const auto run =
        run_motion(skate(), {.until = 1e6},
                   {.stop = stop.get_token(),
                    .progress = [&](double, const std::string&) { stop.request_stop(); }});
    EXPECT_EQ(run.trajectory.stop.reason, StopReason::Interrupted);
    EXPECT_LT(run.trajectory.stop.time, 1e6);
}

TEST(RunMotion, SaysThatTheTimesAskedForEndIt) {
    Description model = skate();
    model.simulate.until = 20;
    EXPECT_THAT(to_texts(run_motion(model, {.at = {1}}).trajectory.notes),
                Contains(HasSubstr("not at t = 20 as the model says")));
}

TEST(TimesBetween, HasBothEnds) {
    EXPECT_EQ(times_between(0, 1, 0.25), (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
    EXPECT_EQ(times_between(0, -1, 0.5), (std::vector<double>{0, -0.5, -1}));
    EXPECT_EQ(times_between(0, 0.3, 0.1).back(), 0.3);
}

}  // namespace
}  // namespace rattleback
