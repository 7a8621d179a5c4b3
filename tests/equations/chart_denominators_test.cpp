#include "equations/chart_denominators.hpp"

#include <gmock/gmock.h>

#include "equations/formulations.hpp"
#include "expr/functions.hpp"
#include "support/chart_systems.hpp"

namespace rattleback::testing {
namespace {

ExprVector of(const Description& d, const char* form) {
    const System system = build(d);
    return chart_denominators(system, derive(system, form));
}

TEST(ChartDenominators, OfASphereThereAlwaysAreSome) {
    EXPECT_THAT(of(spherical_pendulum(), "benenti"), ::testing::ElementsAre(symbol("z")));
    EXPECT_TRUE(of(spherical_pendulum(), "lagrange_multipliers").empty());
}

TEST(ChartDenominators, WhatNeverVanishesDoesNoHarm) {
    EXPECT_TRUE(of(never_vanishing_pivot(), "benenti").empty());
    EXPECT_TRUE(of(never_vanishing_pivot(), "voronec").empty());
}

TEST(ChartDenominators, OfTheMotionAreNotOfTheChart) {
    const Description kepler{.coordinates = {"x", "y", "z"},
                             .lagrangian = "(x'^2 + y'^2 + z'^2)/2 + 1/sqrt(x^2 + y^2 + z^2)",
                             .constraints = {{.name = "c", .equation = "z' = y*x'"}},
                             .initial = {{"x", "1"}}};
    EXPECT_TRUE(of(kepler, "benenti").empty());
}

TEST(ChartDenominators, OfConstraintsAsTheyAreWritten) {
    const Description d = skate_by("y' = x'*tan(phi)", "1/3");
    EXPECT_THAT(of(d, "voronec"), ::testing::Contains(cos(symbol("phi"))));
    EXPECT_TRUE(of(d, "benenti").empty());
}

TEST(ChartDenominators, OfNonlinearConstraints) {
    EXPECT_FALSE(of(parallel_points(), "benenti").empty());
    EXPECT_TRUE(of(parallel_points(), "lagrange_multipliers").empty());
}

}  // namespace
}  // namespace rattleback::testing
