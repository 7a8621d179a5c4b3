// Every adaptive method on problems with closed forms: accuracy, dense output, time running backward.

#include "trajectory/methods.hpp"

#include <gmock/gmock.h>

#include "rattleback/errors.hpp"
#include "trajectory/closed_forms.hpp"

namespace rattleback::testing {
namespace {

IntegrationOptions options_for(const std::string& method, double tolerance, double until) {
    IntegrationOptions options;
    options.method = method;
    options.rtol = tolerance;
    options.atol = tolerance;
    options.until = until;
    return options;
}

class AdaptiveMethods : public ::testing::TestWithParam<std::string> {};

// From 1e-6 to 1e-12 the error falls by six orders, give or take a factor of ten, and is never
// above twice the tolerance times the length of the run.
TEST_P(AdaptiveMethods, HaveErrorsInProportionToTheTolerance) {
    const double until = 10;
    std::vector<double> errors;
    for (const double tolerance : {1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12}) {
        const Trajectory run =
            integrate(skate(), skate_start, options_for(GetParam(), tolerance, until));
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        errors.push_back(largest_difference(run.stop.state, skate_at(until)));
        RecordProperty("error", std::to_string(errors.back() / tolerance));
        EXPECT_LT(errors.back(), 20 * tolerance) << "at tolerance " << tolerance;
    }
    const double fall = std::log10(errors.front() / errors.back());
    EXPECT_GT(fall, 5);
    EXPECT_LT(fall, 7);
}

TEST_P(AdaptiveMethods, SampleThroughDenseOutput) {
    IntegrationOptions options = options_for(GetParam(), 1e-9, 10);
    options.dense = true;
    for (int i = 0; i <= 40; ++i) options.at.push_back(0.25 * i);
    const Trajectory run = integrate(skate(), skate_start, options);
    ASSERT_EQ(run.times, options.at);
    ASSERT_EQ(run.states.size(), options.at.size());
    for (std::size_t i = 0; i < options.at.size(); ++i) {
        EXPECT_LT(largest_difference(run.states[i], skate_at(options.at[i])), 2e-7);
        EXPECT_LT(largest_difference(run.at(options.at[i]), run.states[i]), 1e-14);
    }
}

TEST_P(AdaptiveMethods, GoForwardAndBack) {
    const double tolerance = 1e-10;
    const Trajectory forward =
        integrate(points(), points_start, options_for(GetParam(), tolerance, 5));
    IntegrationOptions options = options_for(GetParam(), tolerance, 0);
    options.from = 5;
    options.dense = true;
    options.at = {5, 4, 1, 0};
    const Trajectory back = integrate(points(), forward.stop.state, options);
    ASSERT_TRUE(back.reached_end()) << back.stop.message;
    EXPECT_EQ(back.times, options.at);
    EXPECT_LT(largest_difference(back.stop.state, points_start), 1e-7);
    EXPECT_LT(largest_difference(back.at(4), back.states[1]), 1e-14);
}

TEST_P(AdaptiveMethods, ReverseWithTheVelocities) {
    // (x, v, θ) → (x, −v, θ) reverses the motion of the points.
    const double tolerance = 1e-10;
    std::vector<double> state =
        integrate(points(), points_start, options_for(GetParam(), tolerance, 5)).stop.state;
    state[4] = -state[4], state[5] = -state[5];
    state = integrate(points(), state, options_for(GetParam(), tolerance, 5)).stop.state;
    state[4] = -state[4], state[5] = -state[5];
    EXPECT_LT(largest_difference(state, points_start), 1e-7);
}

// y falls to 1/2 at t = 1/2 and stays, to 10⁻⁶: there a step is long beside the decay, and y is as near to 1/2
// between two steps as at them.
TEST(GaussMethods, StayBetweenStepsWhereTheProblemIsStiff) {
    constexpr auto rate = [](double, const double* y, double* f) {
        f[0] = -std::tanh(1e6 * (y[0] - 0.5));
    };
    const OdeProblem problem{.size = 1, .rate = rate};
    for (const char* name : {"gauss4", "gauss6"}) {
        IntegrationOptions options = options_for(name, 1e-12, 5);
        options.dense = true;
        const Trajectory run = integrate(problem, std::vector<double>{1}, options);
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        double worst = 0, y = 0;
        for (std::size_t i = 0; i < run.dense.segments(); ++i) {
            const Segment segment = run.dense.segment(i);
            if (segment.start.high < 0.6) continue;
            for (int k = 0; k <= 8; ++k) {
                segment.evaluate(k / 8.0, &y);
                worst = std::max(worst, std::abs(y - 0.5));
            }
        }
        EXPECT_LT(worst, 1e-12) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(All, AdaptiveMethods, ::testing::ValuesIn(adaptive_methods()),
                         [](const auto& row) { return row.param; });

TEST(Methods, AreKnownByName) {
    EXPECT_EQ(method("dop853").name, "dop853");
    try {
        method("dop835");
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(), "There is no method 'dop835'; did you mean 'dop853'?");
    }
}

TEST(Methods, RefuseOptionsWithoutSense) {
    const auto message = [](IntegrationOptions options, std::vector<double> y = skate_start) {
        try {
            integrate(skate(), y, options);
        } catch (const NumericalError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    IntegrationOptions options = options_for("dop853", 1e-6, 1);
    EXPECT_EQ(message(options, {1, 2}), "The initial state has 2 entries; the problem has 5.");
    for (const auto& [rtol, text] : {std::pair(0.0, "0"), {-1.0, "-1"}, {1.0, "1"}}) {
        options.rtol = rtol;
        EXPECT_EQ(message(options), "The tolerance 'rtol' is " + std::string(text) +
                                        "; it has to be a number above 0 and at most 0.1.");
    }
    options = options_for("dop853", 1e-6, 1);
    options.atol = -1;
    EXPECT_EQ(
        message(options),
        "The tolerance 'atol' is -1; it has to be a positive number, or 0 to have it chosen.");
    options = options_for("dop853", 1e-6, 1);
    options.at = {0.5, 0.2};
    EXPECT_EQ(message(options), "The times in 'at' must be in the order of the run.");
    options.at = {0.5, 2};
    EXPECT_EQ(message(options), "The times in 'at' must lie between 'from' and 'until'.");
}

OdeProblem without_tape(OdeProblem problem) {
    problem.tape = nullptr;
    return problem;
}

TEST(Auto, TakesTaylorWhereTheProblemIsSmooth) {
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-12, 1e-15}) {
        const Trajectory run =
            integrate(points(), points_start, options_for("auto", tolerance, 50));
        EXPECT_TRUE(run.reached_end());
        EXPECT_EQ(run.method, "taylor") << tolerance;
        EXPECT_THAT(
            to_texts(run.notes),
            ::testing::ElementsAre("The method 'auto' chose taylor: the problem is not stiff."));
    }
}

TEST(Auto, TakesDop853WhereThereAreNoSeries) {
    const Trajectory run =
        integrate(without_tape(points()), points_start, options_for("auto", 1e-8, 20));
    EXPECT_TRUE(run.reached_end());
    EXPECT_EQ(run.method, "dop853");
    EXPECT_THAT(
        to_texts(run.notes),
        ::testing::ElementsAre("The method 'auto' chose dop853: the problem is not stiff."));
}

TEST(Auto, GoesOnWithBdfWhereTheProblemIsStiff) {
    const std::vector<double> y0{1, 0};
    for (const char* before : {"taylor", "dop853"}) {
        const OdeProblem problem =
            before == std::string("taylor") ? stiff() : without_tape(stiff());
        const Trajectory run = integrate(problem, y0, options_for("auto", 1e-6, 20));
        EXPECT_TRUE(run.reached_end());
        EXPECT_EQ(run.method, "bdf");
        EXPECT_NEAR(run.stop.state[0], std::cos(20.0), 1e-5);
        EXPECT_NEAR(run.stop.state[1], std::sin(20.0), 1e-5);
        EXPECT_LT(run.statistics.evaluations, 10000U) << before;
        EXPECT_GT(integrate(problem, y0, options_for(before, 1e-6, 20)).statistics.evaluations,
                  50000U);
        ASSERT_EQ(run.notes.size(), 1U);
        EXPECT_THAT(to_text(run.notes[0]),
                    ::testing::StartsWith("The method 'auto' began with " + std::string(before) +
                                          " and went on with bdf from t = "));
    }
}

TEST(Auto, GoesOnWithDop853WhereFHasNoSeries) {
    const FormulaProblem falls({"y"}, {"-sqrt(abs(y))"});  // comes to y = 0 and stays there
    const Trajectory run = falls.run({0}, options_for("auto", 1e-6, 1));
    EXPECT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_EQ(run.method, "dop853");
    EXPECT_EQ(run.stop.state[0], 0);
    EXPECT_THAT(
        to_texts(run.notes),
        ::testing::ElementsAre("The method 'auto' began with taylor and went on with dop853 from "
                               "t = 0, where the motion has no Taylor series."));
}

TEST(ImplicitMethods, ConvergeWithTheirOrder) {
    for (const auto& [name, order] : {std::pair{"gauss4", 4}, {"gauss6", 6}}) {
        const auto error = [method = std::string(name)](double step) {
            IntegrationOptions options = options_for(method, 0.1, 4);
            options.step = step;
            options.fixed = true;
            return largest_difference(integrate(skate(), skate_start, options).stop.state,
                                      skate_at(4));
        };
        EXPECT_NEAR(std::log2(error(0.2) / error(0.1)), order, 0.3) << name;
    }
}

TEST(ImplicitMethods, KeepQuadraticIntegrals) {
    // Euler's equations of the free rigid body: energy and the square of the angular momentum.
    constexpr auto rate = [](double, const double* w, double* f) {
        f[0] = (2.0 - 3.0) / 1.0 * w[1] * w[2];
        f[1] = (3.0 - 1.0) / 2.0 * w[2] * w[0];
        f[2] = (1.0 - 2.0) / 3.0 * w[0] * w[1];
    };
    const OdeProblem problem{.size = 3, .rate = rate};
    const std::vector<double> y0{0.1, 1, 0.2};
    for (const char* name : {"gauss4", "gauss6"}) {
        IntegrationOptions options = options_for(name, 0.1, 1000);
        options.step = 0.1;
        options.fixed = true;
        const Trajectory run = integrate(problem, y0, options);
        const auto energy = [](std::span<const double> w) {
            return w[0] * w[0] + 2 * w[1] * w[1] + 3 * w[2] * w[2];
        };
        double worst = 0;
        for (std::size_t i = 0; i < run.states.size(); ++i)
            worst = std::max(worst, std::abs(energy(run.states[i]) - energy(y0)));
        EXPECT_EQ(run.statistics.steps, 10000U);
        EXPECT_LT(worst, 1e-13) << name;
    }
}

TEST(ExplicitMethods, ReachRoundingErrorOnLongRuns) {
    for (const char* name : {"taylor", "dop853", "vern9"}) {
        const Trajectory run = integrate(skate(), skate_start, options_for(name, 1e-15, 1000));
        ASSERT_TRUE(run.reached_end());
        EXPECT_LT(largest_difference(run.stop.state, skate_at(1000)), 2e-12) << name;
    }
}

TEST(ExplicitMethods, ShareTheSlopeBetweenSteps) {
    IntegrationOptions options = options_for("dopri5", 1e-8, 10);
    const Trajectory run = integrate(skate(), skate_start, options);
    EXPECT_EQ(run.statistics.evaluations, 2 + 6 * (run.statistics.steps + run.statistics.rejected));
    EXPECT_EQ(run.times.size(), run.statistics.steps + 1);
}

TEST(ExplicitMethods, ConvergeWithTheirOrder) {
    // Halving the step divides the error by 2^p.
    for (const auto& [name, order] : {std::pair{"dopri5", 5}, {"dop853", 8}, {"vern9", 9}}) {
        const auto error = [method = std::string(name)](double step) {
            IntegrationOptions options = options_for(method, 0.1, 4);
            options.step = step;
            options.fixed = true;
            return largest_difference(integrate(skate(), skate_start, options).stop.state,
                                      skate_at(4));
        };
        const double slope = std::log2(error(0.5) / error(0.25));
        EXPECT_NEAR(slope, order, 0.7) << name;
    }
}

}  // namespace
}  // namespace rattleback::testing
