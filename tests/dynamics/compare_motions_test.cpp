// Where two motions part: the skate of Zampieri, nonholonomic and vakonomic.

#include "dynamics/compare_motions.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "rattleback/errors.hpp"
#include "support/reference_values.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

System skate(const std::string& principle, const std::string& lambda = "0") {
    Description description{
        .coordinates = {"x", "y", "phi"},
        .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
        .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
        .principle = principle,
        .initial = {{"phi'", "1"}},
    };
    if (principle == "vakonomic") description.initial.push_back({"lambda1", lambda});
    return build(description);
}

// A run that keeps its system and equations.
struct KeptRun {
    System system;
    Equations equations;
    Trajectory trajectory;

    KeptRun(System of, const std::string& form, double until, double atol = 1e-15)
        : system(std::move(of)), equations(derive(system, form)) {
        SimulationOptions options;
        options.integration = {.rtol = 1e-13, .atol = atol, .until = until, .dense = true};
        trajectory = simulate(system, equations, options);
    }
    ComputedMotion motion() const { return {system, equations, trajectory}; }
};

// The nonholonomic motion in closed form [Zampieri (2.15)], the other from the reference values.
TEST(CompareMotions, SkateAgreesWithReferenceValues) {
    const Json file = reference("zvak_spin_l0");
    const KeptRun first(skate("nonholonomic"), "benenti", 10);
    const KeptRun second(skate("vakonomic"), "vakonomic", 10);
    const Comparison found = compare_motions(first.motion(), second.trajectory);
    EXPECT_EQ(found.until, 10);
    const auto times = file["times"].texts();
    int compared = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double t = std::stod(times[i]);
        const auto place = std::ranges::find(found.times, t);
        if (place == found.times.end()) continue;
        const auto row = static_cast<std::size_t>(place - found.times.begin());
        const auto values = file["values"][i].texts();
        const double dx = std::stod(values[0]) - std::pow(std::sin(t), 2) / 2;
        const double dy = std::stod(values[1]) - (t - std::sin(2 * t) / 2) / 2;
        const double dphi = std::stod(values[2]) - t;
        EXPECT_NEAR(found.differences[row][0], dx, 1e-10) << t;
        EXPECT_NEAR(found.differences[row][1], dy, 1e-10) << t;
        EXPECT_NEAR(found.differences[row][2], dphi, 1e-10) << t;
        EXPECT_NEAR(found.distances[row], std::hypot(dx, dy, dphi), 1e-10) << t;
        ++compared;
    }
    EXPECT_EQ(compared, 6);
}

// From rest with spin w: λ' = −g sin φ − φ' u and u' = g cos φ + λ φ' give at first λ = −g w t², so
// that u falls short by g w² t³/3 and x by g w² t⁴/12; y and φ part later.
TEST(CompareMotions, SkatesPartLikeTheFourthPowerOfTime) {
    const KeptRun first(skate("nonholonomic"), "benenti", 1);
    const KeptRun second(skate("vakonomic"), "vakonomic", 1);
    const double way = std::hypot(1, 0.5 - std::sin(2) / 4, std::pow(std::sin(1), 2) / 2);
    const Comparison found = compare_motions(
        first.motion(), second.trajectory, {.parts = {1e-9 / way, 1e-6 / way, 10}, .noise = 1e-13});
    EXPECT_NEAR(found.scale, way, 1e-9);
    ASSERT_TRUE(found.growth);
    EXPECT_EQ(found.growth->law, Growth::Law::Power);
    EXPECT_NEAR(found.growth->exponent, 4, 0.02);
    EXPECT_NEAR(found.growth->factor, 1.0 / 12, 0.005);
    ASSERT_EQ(found.excesses.size(), 3U);
    EXPECT_NEAR(found.excesses[0].time.value(), std::pow(12e-9, 0.25), 2e-5);
    EXPECT_NEAR(found.excesses[1].time.value(), std::pow(12e-6, 0.25), 1e-3);
    EXPECT_FALSE(found.excesses[2].time);
    EXPECT_EQ(found.largest.time, 1);
}

// x'' = 9x from x = 1 and from 1 + ε, both along the unstable direction: Δx = ε exp 3t.
TEST(CompareMotions, UnstableMotionsPartExponentially) {
    for (const std::string unit : {"1", "1e-30", "1e30"}) {
        const double metre = std::stod(unit);
        const auto system = [&](const std::string& start) {
            return build({.coordinates = {"x"},
                          .lagrangian = "2*(x'^2 + 9*x^2)",
                          .initial = {{"x", unit + start}, {"x'", "3*" + unit + start}}});
        };
        const KeptRun first(system(""), "lagrange_multipliers", 6, 1e-15 * metre);
        const KeptRun second(system("*(1 + 1e-6)"), "lagrange_multipliers", 6, 1e-15 * metre);
        const Comparison found =
            compare_motions(first.motion(), second.trajectory, {.noise = 1e-7 * metre});
        ASSERT_TRUE(found.growth);
        EXPECT_EQ(found.growth->law, Growth::Law::Exponential);
        EXPECT_NEAR(found.growth->exponent, 3, 1e-5);
        EXPECT_NEAR(found.growth->factor / metre, 2e-6, 1e-10);  // √M ε with M = 4
        const double way = 2 * (std::exp(18.0) - 1);
        EXPECT_NEAR(found.excesses[0].time.value(), std::log(1e-9 * way / 2e-6) / 3, 1e-5);
        EXPECT_FALSE(found.excesses[2].time);
    }
}

TEST(CompareMotions, FromRestByPartsOfTheLargestDistance) {
    const auto system = [](const std::string& start) {
        return build({.coordinates = {"x"},
                      .lagrangian = "1e30*(x'^2 + x^2)/2",
                      .initial = {{"x", start}, {"x'", start}}});
    };
    const KeptRun first(system("0"), "lagrange_multipliers", 2);
    const KeptRun second(system("1e-6"), "lagrange_multipliers", 2);
    const Comparison found = compare_motions(first.motion(), second.trajectory, {.parts = {0.5}});
    EXPECT_EQ(found.size, 0);
    EXPECT_NEAR(found.scale / 1e9, std::exp(2.0), 1e-6);
    EXPECT_NEAR(found.excesses[0].time.value(), 2 - std::log(2.0), 1e-6);
}

TEST(CompareMotions, GrowthBackwardIsAtTimesOfTheRun) {
    const KeptRun first(skate("nonholonomic"), "benenti", -1);
    const KeptRun second(skate("vakonomic"), "vakonomic", -1);
    const Comparison found = compare_motions(first.motion(), second.trajectory, {.noise = 1e-13});
    ASSERT_TRUE(found.growth);
    EXPECT_NEAR(found.growth->exponent, 4, 0.02);
    EXPECT_LT(found.growth->from, 0);
    EXPECT_LT(found.growth->until, found.growth->from);
}

// x = 1/(1 − t): at the end of the runs every error is as large as the motion.
TEST(CompareMotions, NothingIsSaidOfAgreementWithinErrorsAsLargeAsTheMotion) {
    const System system = build({.coordinates = {"x"},
                                 .lagrangian = "x'^2/2 + x^4/2",
                                 .initial = {{"x", "1"}, {"x'", "1"}}});
    const KeptRun first(system, "lagrange_multipliers", 2);
    const KeptRun second(system, "benenti", 2);
    const auto verdict = [&](double noise) {
        return compare_motions(first.motion(), second.trajectory, {.noise = noise}).verdict;
    };
    const Comparison found = compare_motions(first.motion(), second.trajectory);
    EXPECT_GT(found.size, 1e13);
    EXPECT_EQ(verdict(found.size / 10), Comparison::Verdict::Unknown);
    EXPECT_EQ(verdict(std::nan("")), Comparison::Verdict::Unknown);
    EXPECT_EQ(verdict(found.size / 1e6), Comparison::Verdict::Agree);
}

TEST(CompareMotions, VerdictIsThatOfTheLargestDistance) {
    const KeptRun first(skate("nonholonomic"), "benenti", 3);
    const KeptRun second(skate("vakonomic"), "vakonomic", 3);
    const auto verdict = [&](double noise) {
        return compare_motions(first.motion(), second.trajectory, {.noise = noise}).verdict;
    };
    EXPECT_EQ(verdict(1e-10), Comparison::Verdict::Differ);
    EXPECT_EQ(verdict(10), Comparison::Verdict::Unknown);
}

TEST(CompareMotions, FormulationsDoNotPart) {
    const KeptRun first(skate("nonholonomic"), "kane", 10);
    const KeptRun second(skate("nonholonomic"), "udwadia_kalaba", 10);
    const Comparison found = compare_motions(first.motion(), second.trajectory, {.noise = 1e-10});
    EXPECT_LT(found.largest.value, 1e-10);
    EXPECT_FALSE(found.growth);
    EXPECT_FALSE(found.excesses[0].time);
    EXPECT_NEAR(found.size, std::hypot(10, 5 - std::sin(20) / 4, std::pow(std::sin(10), 2) / 2),
                1e-2);
}

// y' = x' tan φ has no value at φ = π/2, where the run goes on in other variables.
TEST(CompareMotions, FollowsRunsThroughAChangeOfVariables) {
    const KeptRun first(skate("nonholonomic"), "voronec", 40);
    const KeptRun second(skate("nonholonomic"), "benenti", 40);
    ASSERT_TRUE(first.trajectory.rest);
    EXPECT_LT(compare_motions(first.motion(), second.trajectory).largest.value, 1e-9);
    EXPECT_LT(compare_motions(second.motion(), first.trajectory).largest.value, 1e-9);
}

TEST(CompareMotions, NeedsRunsThatMakeAStep) {
    const KeptRun none(skate("nonholonomic"), "benenti", 0);
    const KeptRun some(skate("nonholonomic"), "benenti", 1);
    for (const auto& [first, second] : {std::pair{&none, &some}, {&some, &none}, {&none, &none}}) {
        try {
            compare_motions(first->motion(), second->trajectory);
            FAIL() << "something was compared";
        } catch (const NumericalError& error) {
            EXPECT_THAT(error.what(), ::testing::HasSubstr("a run made no step. The run reached "
                                                           "its end, t = 0."));
        }
    }
}

TEST(CompareMotions, NeedsDenseOutput) {
    const KeptRun first(skate("nonholonomic"), "benenti", 1);
    Trajectory sampled;
    EXPECT_THROW(compare_motions(first.motion(), sampled), NumericalError);
}

}  // namespace
}  // namespace rattleback::testing
