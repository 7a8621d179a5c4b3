#include "dynamics/constraint_curves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pictures/constraint_plot.hpp"
#include "rattleback/errors.hpp"
#include "start/least_constraint.hpp"
#include "study/run_motion.hpp"
#include "support/model_file.hpp"

namespace rattleback::testing {
namespace {

ConstraintCurves curves_of(const Description& description, double until = 0,
                           const std::string& form = {},
                           std::optional<std::pair<double, double>> range = {}) {
    const Run run = run_motion(description, {.form = form, .until = until});
    return constraint_curves(run.motion(), range);
}

// By how much a curve is no even function of s, which goes from −r to r.
double tilt(const std::vector<double>& values) {
    double most = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        most = std::max(most, std::fabs(values[i] - values[values.size() - 1 - i]));
    return most;
}

TEST(ConstraintCurves, AreLeastAtTheMotion) {
    for (const char* name : {"parallel_points", "skate", "constant_speed", "second_order_radial",
                             "rolling_coin", "affine_particle", "ball_on_turntable"})
        for (const double until : {0.0, 0.7}) {
            const ConstraintCurves found = curves_of(model_description(name), until);
            EXPECT_FALSE(found.g_w);
            ASSERT_FALSE(found.curves.empty());
            for (const ConstraintCurve& curve : found.curves) {
                EXPECT_LT(tilt(curve.g), 1e-12 * (1 + found.g)) << name;
                EXPECT_DOUBLE_EQ(curve.g[curve.g.size() / 2], found.g);
                EXPECT_GT(curve.g.front(), found.g + 1e-6) << name;
            }
        }
}

// G at the start by another way: from the multipliers.
TEST(ConstraintCurves, HaveTheValueOfTheLeastConstraint) {
    for (const char* name : {"parallel_points", "constant_speed", "second_order_radial"}) {
        const auto run = run_motion(model_description(name), {.until = 0});
        const auto expected = constraint_at_start(run.system);
        ASSERT_TRUE(expected);
        EXPECT_NEAR(constraint_curves(run.motion()).g, *expected, 1e-14 * (1 + *expected)) << name;
    }
}

// Y₁ = Y₂ = 1, A = 2, W = (1, −1): along a = (u̇, 2 u̇) G is ½ ((u̇ − 1)² + (2 u̇ − 1)²), the motion has
// u̇ = Y₂ − Y₁ = 0, and G_W the same second derivative.
TEST(ConstraintCurves, OfGeneralizedReactionsAreLeastForAnotherFunction) {
    const ConstraintCurves found =
        curves_of(model_description("unit_charges"), 0, {}, std::pair{-1.0, 1.0});
    ASSERT_EQ(found.curves.size(), 1U);
    EXPECT_TRUE(found.along_speeds);
    for (std::size_t i = 0; i < found.s.size(); ++i) {
        const double s = found.s[i];
        EXPECT_NEAR(found.curves[0].g[i], ((s - 1) * (s - 1) + (2 * s - 1) * (2 * s - 1)) / 2,
                    1e-13);
        EXPECT_NEAR(found.curves[0].g_w[i], found.g_w.value() + 5 * s * s / 2, 1e-13);
    }
}

// The same in forms with other speeds, or none of their own.
TEST(ConstraintCurves, AreThoseOfTheMotionInEveryForm) {
    const Description model = model_description("parallel_points_spring");
    const ConstraintCurves known = curves_of(model, 0.5, "benenti");
    EXPECT_TRUE(known.along_speeds);
    for (const char* form : {"maggi", "lagrange_multipliers", "gibbs_appell", "gauss"}) {
        const ConstraintCurves found = curves_of(model, 0.5, form);
        EXPECT_EQ(found.curves.size(), 3U);
        EXPECT_NEAR(found.g, known.g, 1e-9) << form;
        for (const ConstraintCurve& curve : found.curves) EXPECT_LT(tilt(curve.g), 1e-12) << form;
    }
}

TEST(ConstraintCurves, AreRefusedWhereTheyHaveNoSense) {
    EXPECT_THROW(curves_of(model_description("skate_vakonomic")), NumericalError);
    // A block that is thrown, comes to rest and stays there by friction.
    Description block{.coordinates = {"x"},
                      .lagrangian = "x'^2/2",
                      .forces = {{.on = "x", .value = "-sign(x')"}},
                      .initial = {{"x'", "1/2"}}};
    EXPECT_NEAR(curves_of(block, 0.25).g, 0, 1e-14);  // friction is a force
    EXPECT_THROW(curves_of(block, 1), NumericalError);
    Description fixed{.coordinates = {"x"},
                      .lagrangian = "x'^2/2",
                      .constraints = {{.name = "driven", .equation = "x' = t"}}};
    EXPECT_THROW(curves_of(fixed), NumericalError);
}

TEST(ConstraintCurves, AreDrawnWithTheirNames) {
    const PlotData plot = plot_of(curves_of(model_description("unit_charges")), "Charges");
    EXPECT_EQ(plot.title, "Charges: Gauss's function at t = 0");
    ASSERT_EQ(plot.series.size(), 2U);
    EXPECT_EQ(plot.series[0].label, "G, u̇₁ + s");
    EXPECT_EQ(plot.series[1].label, "G_W, u̇₁ + s");
    const PlotData other =
        plot_of(curves_of(model_description("unit_charges"), 0, "maggi"), "Charges");
    EXPECT_EQ(other.series[0].label, "G, a + s d₁");
}

}  // namespace
}  // namespace rattleback::testing
