#include "dynamics/root_locus.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "support/small_systems.hpp"

namespace rattleback {
namespace {

std::vector<double> range(double from, double step, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(from + i * step);
    return values;
}

// A thin disc with m = r = g = 1 rolls upright and stable above the spin 1/√3.
TEST(RootLocus, DiscIsStableAboveItsCriticalSpin) {
    const System disc = build(testing::rolling_disc_model());
    for (const char* form : {"benenti", "lagrange_multipliers"}) {
        const RootLocus locus = root_locus(disc, "w", range(0.1, 0.1, 20), form);
        ASSERT_EQ(locus.critical.size(), 1U) << form;
        const CriticalValue& c = locus.critical[0];
        EXPECT_NEAR(c.value, 1 / std::sqrt(3.0), 1e-12 / std::sqrt(3.0)) << form;
        EXPECT_EQ(c.crossing, AxisCrossing::Zero);
        EXPECT_EQ(c.growing_below, 1U);
        EXPECT_EQ(c.growing_above, 0U);
    }
}

// λ = −m a v/(J + m a²) changes its sign with a; the value 0 is one of the sweep.
TEST(RootLocus, SleighTurnsUnstableWhereItsMassPassesTheBlade) {
    const System sleigh = build(testing::sleigh());
    for (const auto& values : {range(-1, 0.25, 9), range(-1, 0.3, 8)}) {
        const RootLocus locus = root_locus(sleigh, "a", values);
        ASSERT_EQ(locus.critical.size(), 1U);
        EXPECT_NEAR(locus.critical[0].value, 0, 1e-13);
        EXPECT_EQ(locus.critical[0].growing_below, 1U);
        EXPECT_EQ(locus.critical[0].growing_above, 0U);
        for (std::size_t k = 0; k < values.size(); ++k) {
            const double a = values[k], expected = -2 * a * 1.25 / (3 + 2 * a * a);
            const double x = locus.branches[0][k].real(), y = locus.branches[1][k].real();
            EXPECT_NEAR(std::abs(x) > std::abs(y) ? x : y, expected, 1e-14);
        }
    }
}

// ẍ = (p − 1/3) ẋ − 4x: a pair crosses at p = 1/3 with the frequency 2.
TEST(RootLocus, OscillationBegins) {
    const System system = build({.coordinates = {"x"},
                                 .parameters = {{"p", "0"}},
                                 .lagrangian = "x'^2/2 - 2*x^2",
                                 .forces = {{.on = "x", .value = "(p - 1/3)*x'"}}});
    const RootLocus locus = root_locus(system, "p", range(0, 0.25, 4));
    ASSERT_EQ(locus.critical.size(), 1U);
    EXPECT_EQ(locus.critical[0].crossing, AxisCrossing::Oscillation);
    EXPECT_NEAR(locus.critical[0].value, 1.0 / 3, 1e-15);
    EXPECT_NEAR(locus.critical[0].frequency, 2, 1e-14);
    EXPECT_EQ(to_text(locus.critical[0].sentence),
              "p = 0.333333333333: a pair of eigenvalues crosses the imaginary axis, frequency 2; "
              "below no mode grows, above 2 modes grow.");
    // The value is one of the sweep, and is still found once.
    const RootLocus through = root_locus(system, "p", {0, 1.0 / 3, 0.5});
    ASSERT_EQ(through.critical.size(), 1U);
    EXPECT_EQ(through.critical[0].crossing, AxisCrossing::Oscillation);
    EXPECT_NEAR(through.critical[0].value, 1.0 / 3, 1e-15);
}

// Gyroscopic stabilization of ẍ − 2Gẏ = x, ÿ + 2Gẋ = y: λ⁴ + (4G² − 2) λ² + 1 = 0 has imaginary
// roots for G > 1, where two pairs meet at ±i.
TEST(RootLocus, PairsMeetOnTheImaginaryAxis) {
    const System system =
        build({.coordinates = {"x", "y"},
               .parameters = {{"G", "1/2"}},
               .lagrangian = "(x'^2 + y'^2)/2 + G*(x*y' - y*x') + (x^2 + y^2)/2"});
    const RootLocus locus = root_locus(system, "G", range(0.55, 0.2, 6));
    ASSERT_EQ(locus.critical.size(), 1U);
    EXPECT_EQ(locus.critical[0].crossing, AxisCrossing::Collision);
    EXPECT_NEAR(locus.critical[0].value, 1, 1e-11);
    EXPECT_NEAR(locus.critical[0].frequency, 1, 1e-5);
    EXPECT_EQ(locus.critical[0].growing_below, 2U);
    EXPECT_EQ(locus.critical[0].growing_above, 0U);
}

TEST(RootLocus, NamesTheValueAtWhichNothingIsSteady) {
    const System system = build(
        {.coordinates = {"x"}, .parameters = {{"c", "0"}}, .lagrangian = "x'^2/2 - (x - c)^2/2"});
    try {
        root_locus(system, "c", {0, 1});
        FAIL() << "x = 0 is steady for c = 0 only";
    } catch (const NumericalError& error) {
        EXPECT_STREQ(
            error.what(),
            "At c = 1: The state is neither an equilibrium nor a steady motion: x' changes "
            "at the rate 1.");
    }
    EXPECT_THROW(root_locus(system, "d", {0, 1}), DerivationError);
}

// A parameter that is a formula of the swept one follows it.
TEST(RootLocus, FormulasFollowTheParameter) {
    const System system = build({.coordinates = {"x"},
                                 .parameters = {{"k", "1"}, {"c", "4*k"}},
                                 .lagrangian = "x'^2/2 - c*x^2/2"});
    const RootLocus locus = root_locus(system, "k", {1, 4, 9});
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(std::abs(locus.branches[0][i]), 2.0 * static_cast<double>(i + 1), 1e-14);
    }
    EXPECT_TRUE(locus.critical.empty());
}

// ẍ = −(stiffness) x.
System spring(const std::string& stiffness, const std::string& mass = "1") {
    return build({.coordinates = {"x"},
                  .parameters = {{"p", "1/3"}},
                  .lagrangian = fmt::format("({})*x'^2/2 - ({})*x^2/2", mass, stiffness)});
}

TEST(RootLocus, TwoChangesBetweenNeighbouringValues) {
    const RootLocus locus = root_locus(spring("(p - 1/20)^2 - 1/10000"), "p", range(-1, 0.1, 21));
    ASSERT_EQ(locus.critical.size(), 2U);
    EXPECT_NEAR(locus.critical[0].value, 0.04, 1e-14);
    EXPECT_NEAR(locus.critical[1].value, 0.06, 1e-14);
    EXPECT_EQ(locus.critical[0].growing_below, 0U);
    EXPECT_EQ(locus.critical[0].growing_above, 1U);
    EXPECT_EQ(locus.critical[1].growing_above, 0U);
}

TEST(RootLocus, OscillationsThatGrowBetweenNeighbouringValues) {
    const System system = build({.coordinates = {"x"},
                                 .parameters = {{"p", "0"}},
                                 .lagrangian = "x'^2/2 - 2*x^2",
                                 .forces = {{.on = "x", .value = "(1/10000 - (p - 1/20)^2)*x'"}}});
    const RootLocus locus = root_locus(system, "p", range(-1, 0.1, 21));
    ASSERT_EQ(locus.critical.size(), 2U);
    EXPECT_NEAR(locus.critical[0].value, 0.04, 1e-13);
    EXPECT_NEAR(locus.critical[1].value, 0.06, 1e-13);
    EXPECT_EQ(locus.critical[1].crossing, AxisCrossing::Oscillation);
}

TEST(RootLocus, InfinityAndJumpsAreNoZeros) {
    const auto only = [](const System& system, double from, double step, int count) {
        const RootLocus locus = root_locus(system, "p", range(from, step, count));
        EXPECT_EQ(locus.critical.size(), 1U);
        return locus.critical.empty() ? CriticalValue{} : locus.critical[0];
    };
    for (const System& system : {spring("1/p"), spring("1", "p"), spring("1/p^3")}) {
        const CriticalValue c = only(system, -1, 0.3, 8);
        EXPECT_EQ(c.crossing, AxisCrossing::Infinity);
        EXPECT_EQ(c.value, 0);
        EXPECT_THAT(to_text(c.sentence),
                    ::testing::StartsWith("p = 0: an eigenvalue passes infinity;"));
    }
    const CriticalValue quarter = only(spring("tan(p)"), 1, 0.3, 4);
    EXPECT_EQ(quarter.crossing, AxisCrossing::Infinity);
    EXPECT_NEAR(quarter.value, std::numbers::pi / 2, 1e-14);
    EXPECT_EQ(only(spring("sign(p)"), -1, 0.3, 8).crossing, AxisCrossing::Jump);
    EXPECT_EQ(only(spring("sign(p) + p"), -1, 0.3, 8).crossing, AxisCrossing::Jump);
    for (const char* const stiffness : {"p", "p^3", "p^5 + p", "exp(p) - 1"}) {
        const CriticalValue c = only(spring(stiffness), -1, 0.3, 8);
        EXPECT_EQ(c.crossing, AxisCrossing::Zero) << stiffness;
        EXPECT_EQ(c.value, 0) << stiffness;
    }
}

}  // namespace
}  // namespace rattleback
