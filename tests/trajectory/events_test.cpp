// Events at known times, stops, and their order; interruption, progress, limits.

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "trajectory/closed_forms.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;

constexpr auto oscillator_rate = [](double, const double* y, double* f) {
    f[0] = y[1];
    f[1] = -y[0];
};

// cos t and −sin t; events at cos t = 0, at −sin t = −1/2, and at t = 2.
constexpr auto oscillator_events = [](double t, const double* y, double* g) {
    g[0] = y[0];
    g[1] = y[1] + 0.5;
    g[2] = t - 2;
};

OdeProblem oscillator() {
    static const RateTape tape = formula_tape({"x", "v"}, {"v", "-x"});
    return {.size = 2,
            .rate = oscillator_rate,
            .event_values = oscillator_events,
            .events = {{.name = "passes the middle"},
                       {.name = "half speed", .direction = -1},
                       {.name = "two"}},
            .tape = &tape};
}

IntegrationOptions options_for(const std::string& method, double until) {
    IntegrationOptions options;
    options.method = method;
    options.rtol = options.atol = 1e-12;
    options.until = until;
    return options;
}

class Events : public ::testing::TestWithParam<std::string> {};

TEST_P(Events, HappenAtTheirTimesAndInOrder) {
    const std::vector<double> y0{1, 0};
    const Trajectory run = integrate(oscillator(), y0, options_for(GetParam(), 7));
    ASSERT_TRUE(run.reached_end());
    std::vector<double> times;
    for (const EventHit& hit : run.events) times.push_back(hit.time);
    const std::vector<double> expected{pi / 6, pi / 2, 2, 3 * pi / 2, 13 * pi / 6};
    ASSERT_EQ(times.size(), expected.size());
    EXPECT_LT(largest_difference(times, expected), 2e-9);
    EXPECT_EQ(run.events[0].name, "half speed");
    EXPECT_EQ(run.events[1].direction, -1);
    EXPECT_EQ(run.events[3].direction, 1);
    EXPECT_NEAR(run.events[3].state[1], 1, 1e-9);
    EXPECT_DOUBLE_EQ(run.events[2].time, 2);
}

TEST_P(Events, StopTheRunWhereTheyHappen) {
    OdeProblem problem = oscillator();
    problem.events[0].stop = true;
    problem.events[0].direction = 1;
    IntegrationOptions options = options_for(GetParam(), 100);
    options.at = {1, 4, 4.7, 4.8, 90};
    options.dense = true;
    const std::vector<double> y0{1, 0};
    const Trajectory run = integrate(problem, y0, options);
    EXPECT_EQ(run.stop.reason, StopReason::Event);
    EXPECT_EQ(run.stop.what, "passes the middle");
    EXPECT_NEAR(run.stop.time, 3 * pi / 2, 2e-9);
    EXPECT_NEAR(run.stop.state[0], 0, 1e-12);
    EXPECT_THAT(to_text(run.stop.message),
                ::testing::StartsWith("The event 'passes the middle' stopped"));
    EXPECT_EQ(run.times, (std::vector<double>{1, 4, 4.7}));
    EXPECT_EQ(run.dense.until(), run.stop.time);
}

TEST_P(Events, AreFoundBackwardInTime) {
    IntegrationOptions options = options_for(GetParam(), -2);
    const std::vector<double> y0{1, 0};
    const Trajectory run = integrate(oscillator(), y0, options);
    ASSERT_EQ(run.events.size(), 1U);
    EXPECT_NEAR(run.events[0].time, -pi / 2, 2e-9);
    EXPECT_EQ(run.events[0].direction, -1);
}

// cos t is above 0.9999 for no longer than 0.03, much less than a step.
TEST_P(Events, AreFoundWhereTheValueTurnsBackAtOnce) {
    constexpr auto values = [](double, const double* y, double* g) { g[0] = y[0] - 0.9999; };
    OdeProblem problem = oscillator();
    problem.event_values = values;
    problem.events = {{.name = "top", .direction = 1, .stop = true}};
    const double expected = 2 * pi - std::acos(0.9999);  // where the speed is 1/70
    for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-13}) {
        IntegrationOptions options = options_for(GetParam(), 20);
        options.rtol = options.atol = tolerance;
        const std::vector<double> y0{1, 0};
        const Trajectory run = integrate(problem, y0, options);
        ASSERT_EQ(run.stop.reason, StopReason::Event) << tolerance;
        EXPECT_NEAR(run.stop.time, expected, 5e3 * tolerance + 1e-11) << tolerance;
    }
}

// Wherever the short excursion lies within a step, or across the end of one.
TEST_P(Events, AreFoundWhereverInAStepTheValueTurnsBack) {
    for (int i = 0; i < 200; ++i) {
        const double top = 2 + i * 0.017;
        const auto values = [&](double t, const double*, double* g) {
            g[0] = std::cos(t - top) - 0.9999;
        };
        OdeProblem problem = oscillator();
        problem.event_values = values;
        problem.events = {{.name = "top"}};
        IntegrationOptions options = options_for(GetParam(), 6);
        options.rtol = options.atol = 1e-8;
        const std::vector<double> y0{1, 0};
        const Trajectory run = integrate(problem, y0, options);
        ASSERT_EQ(run.events.size(), 2U) << top;
        EXPECT_NEAR(run.events[0].time, top - std::acos(0.9999), 1e-10);
        EXPECT_NEAR(run.events[1].time, top + std::acos(0.9999), 1e-10);
        EXPECT_EQ(run.events[0].direction, 1);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Events, ::testing::ValuesIn(adaptive_methods()),
                         [](const auto& row) { return row.param; });

class BlowUp : public ::testing::TestWithParam<std::string> {};

// x'' = 2x³, x = 1/(1 − t): the steps shrink until t does not move.
TEST_P(BlowUp, EndsTheRunWhereTimeStandsStill) {
    const FormulaProblem blow_up({"x", "v"}, {"v", "2*x^3"});
    IntegrationOptions options = options_for(GetParam(), 2);
    options.rtol = 1e-10;
    const Trajectory run = blow_up.run({1, 1}, options);
    EXPECT_EQ(run.stop.reason, StopReason::StepTooSmall) << run.stop.message;
    EXPECT_NEAR(run.stop.time, 1, 1e-8);
    EXPECT_GT(run.stop.state[0], 1e8);
    EXPECT_LT(run.stop.state[0], 1e20);
}

INSTANTIATE_TEST_SUITE_P(All, BlowUp, ::testing::ValuesIn(adaptive_methods()),
                         [](const auto& row) { return row.param; });

TEST(Event, ThatStartsAtZeroHasNotHappened) {
    OdeProblem problem = oscillator();
    const std::vector<double> y0{0, 1};
    const Trajectory run = integrate(problem, y0, options_for("dop853", 3));
    EXPECT_EQ(run.events.front().name, "two");
    EXPECT_NEAR(run.events.back().time, 2 * pi / 3, 1e-10);
}

TEST(Event, TwiceInOneStepIsSeen) {
    // sin t > 0.99 for less than 0.3, in steps of 2.
    constexpr auto rate = [](double t, const double*, double* f) { f[0] = std::cos(t); };
    constexpr auto values = [](double, const double* y, double* g) { g[0] = y[0] - 0.9; };
    const OdeProblem problem{
        .size = 1, .rate = rate, .event_values = values, .events = {{.name = "high"}}};
    IntegrationOptions options = options_for("dop853", 2.5);
    options.rtol = options.atol = 1e-3;
    options.step = 2.5;
    const std::vector<double> y0{0};
    const Trajectory run = integrate(problem, y0, options);
    ASSERT_EQ(run.events.size(), 2U);
    EXPECT_NEAR(run.events[0].time, std::asin(0.9), 1e-3);
    EXPECT_NEAR(run.events[1].time, pi - std::asin(0.9), 1e-3);
    EXPECT_EQ(run.events[1].direction, -1);
}

TEST(Event, TwiceBetweenTwoPointsOfOneLongTaylorStepIsSeen) {
    const FormulaProblem drop({"x", "v"}, {"v", "-1"});  // x = 2 − (t − 2)²/2 in one step
    constexpr auto values = [](double, const double* y, double* g) {
        g[0] = y[0] - 1.9999;
        g[1] = 2.0001 - y[0];
    };
    OdeProblem problem = drop.problem();
    problem.event_values = values;
    problem.events = {{.name = "high"}, {.name = "never"}};
    const std::vector<double> y0{0, 2};
    const Trajectory run = integrate(problem, y0, options_for("taylor", 10));
    EXPECT_LE(run.statistics.steps, 2U);
    ASSERT_EQ(run.events.size(), 2U);
    EXPECT_NEAR(run.events[0].time, 2 - std::sqrt(2e-4), 1e-10);
    EXPECT_NEAR(run.events[1].time, 2 + std::sqrt(2e-4), 1e-10);
}

TEST(Stop, SaysThatTheStateBlowsUp) {
    // y' = y², y(0) = 1: infinite at t = 1.
    constexpr auto rate = [](double, const double* y, double* f) { f[0] = y[0] * y[0]; };
    const OdeProblem problem{.size = 1, .rate = rate};
    const std::vector<double> y0{1};
    const Trajectory run = integrate(problem, y0, options_for("dop853", 2));
    // Either the step or the range of doubles ends first.
    EXPECT_THAT(run.stop.reason, ::testing::AnyOf(StopReason::StepTooSmall, StopReason::NotFinite));
    EXPECT_NEAR(run.stop.time, 1, 1e-9);
    EXPECT_GT(run.stop.state[0], 1e9);
    EXPECT_GT(run.times.size(), 10U);
}

TEST(Stop, SaysThatTheRateHasNoValue) {
    constexpr auto rate = [](double, const double* y, double* f) { f[0] = -std::sqrt(y[0]) - 0.1; };
    const OdeProblem problem{.size = 1, .rate = rate};
    const std::vector<double> y0{1};
    const Trajectory run = integrate(problem, y0, options_for("dopri5", 10));
    EXPECT_EQ(run.stop.reason, StopReason::NotFinite);
    EXPECT_GE(run.stop.state[0], 0);
    EXPECT_LT(run.stop.state[0], 1e-6);
    const std::vector<double> bad{-1};
    EXPECT_EQ(integrate(problem, bad, options_for("dopri5", 1)).stop.reason, StopReason::NotFinite);
}

TEST(Stop, KeepsWhatWasComputedWhenStepsRunOut) {
    IntegrationOptions options = options_for("dop853", 1000);
    options.most_steps = 20;
    const Trajectory run = integrate(skate(), skate_start, options);
    EXPECT_EQ(run.stop.reason, StopReason::TooManySteps);
    EXPECT_EQ(run.times.size(), 21U);
    EXPECT_EQ(run.stop.time, run.times.back());
    EXPECT_LT(largest_difference(run.stop.state, skate_at(run.stop.time)), 1e-9);
}

TEST(Stop, ComesWhenTheRunIsInterrupted) {
    std::stop_source stop;
    std::size_t reports = 0;
    const auto progress = [&](const Progress& p) {
        EXPECT_LT(p.time, p.until);
        if (++reports == 2) stop.request_stop();
    };
    IntegrationOptions options = options_for("dop853", 1e9);
    options.progress = progress;
    options.stop = stop.get_token();
    options.at = {1e9};
    const Trajectory run = integrate(skate(), skate_start, options);
    EXPECT_EQ(run.stop.reason, StopReason::Interrupted);
    EXPECT_EQ(reports, 2U);
    EXPECT_GT(run.statistics.steps, 100U);
    EXPECT_GT(run.statistics.seconds, 0.1);
}

TEST(Run, IsTheSameInEveryThread) {
    const IntegrationOptions options = options_for("dop853", 50);
    const OdeProblem problem = points();
    const auto alone = integrate(problem, points_start, options).stop.state;
    std::vector<std::vector<double>> states(4);
    std::vector<std::thread> threads;
    for (auto& state : states)
        threads.emplace_back([&] { state = integrate(problem, points_start, options).stop.state; });
    for (auto& thread : threads) thread.join();
    for (const auto& state : states) EXPECT_EQ(state, alone);
}

}  // namespace
}  // namespace rattleback::testing
