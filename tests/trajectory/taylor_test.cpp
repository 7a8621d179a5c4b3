// The Taylor method against solutions in closed form.
#include "trajectory/taylor.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <thread>

#include "formula_problem.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/taylor_series.hpp"

namespace rattleback {
namespace {

using std::numbers::pi;
using testing::FormulaProblem;

IntegrationOptions tight(double until, double tolerance = 1e-15) {
    IntegrationOptions options;
    options.method = "taylor";
    options.rtol = options.atol = tolerance;
    options.until = until;
    options.at = {until};
    return options;
}

double distance(std::span<const double> a, const std::vector<double>& b) {
    double worst = a.size() == b.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < b.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
    return worst;
}

// Skate on an incline: the cycloid. φ = t, u = sin t, x = sin²t/2, y = t/2 − sin 2t/4.
const FormulaProblem& skate() {
    static const FormulaProblem problem({"x", "y", "phi", "u", "w"},
                                        {"u*cos(phi)", "u*sin(phi)", "w", "cos(phi)", "0"});
    return problem;
}
std::vector<double> skate_at(double t) {
    const double s = std::sin(t);
    return {s * s / 2, t / 2 - std::sin(2 * t) / 4, t, s, 1};
}

TEST(Taylor, FollowsTheCycloidForAThousandSeconds) {
    const Trajectory run = skate().run({0, 0, 0, 0, 1}, tight(1000));
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_LT(distance(run.states.back(), skate_at(1000)), 1e-12);
    EXPECT_EQ(run.method, "taylor");
    EXPECT_LT(run.statistics.steps, 1600U);
}

TEST(Taylor, HasErrorsProportionalToTheTolerance) {
    for (double tolerance = 1e-6; tolerance > 1e-13; tolerance /= 10) {
        const Trajectory run = skate().run({0, 0, 0, 0, 1}, tight(50, tolerance));
        ASSERT_TRUE(run.reached_end());
        const double error = distance(run.states.back(), skate_at(50));
        EXPECT_LT(error, 50 * 50 * tolerance) << "at " << tolerance;
    }
}

TEST(Taylor, TurnsAHarmonicOscillatorAThousandTimes) {
    const FormulaProblem oscillator({"x", "v"}, {"v", "-omega^2*x"}, {"omega"}, {2});
    const Trajectory run = oscillator.run({1, 0}, tight(1000 * pi));
    // 1000π is not a multiple of π in double precision: cos(2·1000π) is 1 to 1e-24.
    EXPECT_LT(
        distance(run.states.back(), {std::cos(2 * (1000 * pi)), -2 * std::sin(2 * (1000 * pi))}),
        3e-12);
}

// Eccentricity 0.6, from the pericentre; after half a period at the apocentre.
TEST(Taylor, FollowsAKeplerEllipse) {
    const FormulaProblem kepler({"x", "y", "vx", "vy"},
                                {"vx", "vy", "-x/(x^2 + y^2)^(3/2)", "-y/(x^2 + y^2)^(3/2)"});
    const double e = 0.6;
    const std::vector<double> start{1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))};
    const auto at = [&](double t) {
        double E = t;
        for (int i = 0; i < 60; ++i) E -= (E - e * std::sin(E) - t) / (1 - e * std::cos(E));
        const double r = 1 - e * std::cos(E), b = std::sqrt(1 - e * e);
        return std::vector{std::cos(E) - e, b * std::sin(E), -std::sin(E) / r, b * std::cos(E) / r};
    };
    for (const double t : {1.0, pi, 20.0, 100.0}) {
        const Trajectory run = kepler.run(start, tight(t));
        EXPECT_LT(distance(run.states.back(), at(t)), 2e-15 * (10 + t * t)) << "at t = " << t;
    }
}

TEST(Taylor, KnowsTimeAndRunsBackward) {
    const FormulaProblem problem({"y"}, {"a*y*cos(t)"}, {"a"}, {1});
    for (const double until : {7.0, -7.0}) {
        const Trajectory run = problem.run({1}, tight(until));
        EXPECT_LT(distance(run.states.back(), {std::exp(std::sin(until))}), 1e-14);
    }
}

TEST(Taylor, ComesBack) {
    auto options = tight(30);
    const Trajectory there = skate().run({0, 0, 0.3, 0.5, 1.2}, options);
    std::swap(options.from, options.until);
    options.at = {0};
    const auto end = there.states.back();
    const Trajectory back = skate().run({end.begin(), end.end()}, options);
    EXPECT_LT(distance(back.states.back(), {0, 0, 0.3, 0.5, 1.2}), 5e-14);
}

TEST(Taylor, TakesAPolynomialInOneStep) {
    const FormulaProblem fall({"y", "v"}, {"v", "-g"}, {"g"}, {10});
    const Trajectory run = fall.run({0, 30}, tight(6));
    EXPECT_LE(run.statistics.steps, 2U);
    EXPECT_LT(distance(run.states.back(), {0, -30}), 1e-13);
}

// Series in t³ only: the last two coefficients at t = 0 may both be zero.
TEST(Taylor, IsNotDeceivedBySeriesWithGaps) {
    const FormulaProblem problem({"y"}, {"3*t^2*y"});
    for (const double tolerance : {1e-6, 1e-9, 1e-12, 1e-15}) {
        const Trajectory run = problem.run({1}, tight(2, tolerance));
        EXPECT_LT(std::abs(run.states.back()[0] / std::exp(8.0) - 1), 100 * tolerance);
    }
}

TEST(Taylor, StopsAtAPole) {
    const FormulaProblem problem({"y"}, {"y^2"});  // 1/(1 − t)
    for (const double tolerance : {1e-6, 1e-10, 1e-15}) {
        const Trajectory run = problem.run({1}, tight(2, tolerance));
        EXPECT_TRUE(run.stop.reason == StopReason::StepTooSmall ||
                    run.stop.reason == StopReason::NotFinite)
            << run.stop.message;
        EXPECT_NEAR(run.stop.time, 1, 100 * tolerance);
        EXPECT_LE(run.stop.time, 1 + 100 * tolerance);
        EXPECT_TRUE(std::isfinite(run.stop.state[0]));
    }
}

TEST(Taylor, StopsWhereTheMotionEnds) {
    const FormulaProblem root({"y"}, {"-1/(2*y)"});  // √(1 − t)
    const Trajectory run = root.run({1}, tight(2, 1e-12));
    EXPECT_EQ(run.stop.reason, StopReason::StepTooSmall) << run.stop.message;
    EXPECT_NEAR(run.stop.time, 1, 1e-10);
    EXPECT_THAT(to_text(run.stop.message),
                ::testing::HasSubstr("The step has become too small at t = "));
}

TEST(Taylor, SaysWhenTheRateIsNotFinite) {
    const FormulaProblem problem({"y"}, {"sqrt(y)"});
    const Trajectory run = problem.run({-1}, tight(1));
    EXPECT_EQ(run.stop.reason, StopReason::NotFinite);
    EXPECT_EQ(to_text(run.stop.message), "The rate of change is not finite at t = 0.");
}

TEST(Taylor, GoesOnAfterASeriesThatIsNotFinite) {
    const FormulaProblem problem({"y"}, {"exp(y)"});  // −log(1 − t)
    const OdeProblem whole = problem.problem();
    const std::vector<double> atol(whole.size, 1e-14);
    TaylorSeries series(whole.tape->jets(), 19, {1e-14, atol.data()});
    const double high = 700, low = 0;
    series.begin(0, &high);
    EXPECT_FALSE(series.expand(1, 19));
    series.begin(0, &low);
    EXPECT_TRUE(series.expand(1, 19));
    EXPECT_NEAR(series.coefficients(19)[0], 1.0 / 19, 1e-15);
}

TEST(Taylor, StopsAtTheZerosOfAbsoluteValues) {
    const FormulaProblem problem({"y"}, {"abs(cos(t))"});
    const Trajectory run = problem.run({0}, tight(10));
    // Two per half turn; 10 = 3π + 0.575…: 2·3 + sin(10 − 3π).
    EXPECT_LT(distance(run.states.back(), {6 + std::sin(10 - 3 * pi)}), 1e-13);
    ASSERT_TRUE(run.reached_end());
}

// v' = −1 − v|v|: tan(π/4 − t) up, −tanh(t − π/4) down.
TEST(Taylor, ChangesSidesWithQuadraticDrag) {
    const FormulaProblem problem({"v"}, {"-1 - v*abs(v)"});
    for (const double tolerance : {1e-6, 1e-10, 1e-15}) {
        const Trajectory run = problem.run({1}, tight(3, tolerance));
        EXPECT_LT(distance(run.states.back(), {-std::tanh(3 - pi / 4)}), 20 * tolerance + 1e-15);
    }
    const Trajectory from_rest = problem.run({0}, tight(2));
    EXPECT_LT(distance(from_rest.states.back(), {-std::tanh(2.0)}), 5e-15);
}

// The angle jumps by 2π at t = π and 3π.
TEST(Taylor, CrossesTheCutOfAnAngle) {
    const FormulaProblem problem({"y"}, {"atan2(sin(t), cos(t))"});
    const Trajectory run = problem.run({0}, tight(9));
    EXPECT_LT(distance(run.states.back(), {(9 - 2 * pi) * (9 - 2 * pi) / 2}), 1e-13);
}

TEST(Taylor, IsAsAccurateBetweenItsSteps) {
    auto options = tight(20);
    options.at.clear();
    options.dense = true;
    const Trajectory run = skate().run({0, 0, 0, 0, 1}, options);
    double worst = 0;
    for (double t = 0; t <= 20; t += 0.0371)
        worst = std::max(worst, distance(run.at(t), skate_at(t)));
    EXPECT_LT(worst, 3e-14);
    EXPECT_EQ(run.times.size(), run.statistics.steps + 1);
}

TEST(Taylor, FindsEventsOnItsPolynomials) {
    OdeProblem problem = skate().problem();
    const auto values = [](double, const double* y, double* g) { g[0] = y[3]; };  // u = sin t
    problem.event_values = values;
    problem.events = {{.name = "rest", .direction = -1}};
    auto options = tight(20);
    const Trajectory run = integrate(problem, std::vector<double>{0, 0, 0, 0, 1}, options);
    ASSERT_EQ(run.events.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(run.events[i].time, (2 * static_cast<double>(i) + 1) * pi, 2e-14);
}

TEST(Taylor, KeepsTheLargestStep) {
    auto options = tight(20, 1e-9);
    options.largest_step = 0.01;
    const Trajectory run = skate().run({0, 0, 0, 0, 1}, options);
    EXPECT_GE(run.statistics.steps, 2000U);
    EXPECT_LE(run.statistics.largest_step, 0.01 * (1 + 1e-8));
}

TEST(Taylor, NeedsFormulas) {
    OdeProblem problem = skate().problem();
    problem.tape = nullptr;
    try {
        integrate(problem, std::vector<double>(5), tight(1));
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(),
                     "The method 'taylor' cannot be used: It needs formulas of the right-hand "
                     "side, and this problem gives only its values. 'dop853' needs no more.");
    }
}

// Machine code, the interpreter, and the one until there is the other: after some four thousand steps.
TEST(Taylor, IsTheSameToTheLastBitWhateverRunsIt) {
    std::vector<Trajectory> runs;
    for (const Backend backend :
         {Backend::Interpreter, machine_code_at_once(), CompileOptions{}.backend}) {
        const FormulaProblem problem(
            {"x", "y", "phi", "u", "w"},
            {"u*cos(phi)", "u*sin(phi)", "w", "cos(phi) - u*abs(u)/9", "0"}, backend);
        IntegrationOptions options = tight(6000, 1e-12);
        options.at = {};  // every step
        runs.push_back(problem.run({0, 0, 0, 0, 1}, options));
    }
    EXPECT_TRUE(runs[0].reached_end())
        << runs[0].stop.time << ": " << to_text(runs[0].stop.message);
    EXPECT_GT(runs[0].statistics.steps, 5000U);
    for (const Trajectory& run : runs) {
        EXPECT_EQ(run.times, runs[0].times);
        ASSERT_EQ(run.states.size(), runs[0].states.size());
        for (std::size_t i = 0; i < run.states.size(); ++i)
            ASSERT_TRUE(std::ranges::equal(run.states[i], runs[0].states[i])) << run.times[i];
    }
}

TEST(Taylor, RunsInManyThreadsAtOnce) {
    std::vector<std::thread> threads;
    std::array<double, 4> last{};
    const std::vector<double> start{0, 0, 0, 0, 1};
    for (double& u : last)
        threads.emplace_back([&] { u = skate().run(start, tight(30)).states.back()[3]; });
    for (std::thread& thread : threads) thread.join();
    for (const double u : last) EXPECT_EQ(u, last[0]);
}

}  // namespace
}  // namespace rattleback
