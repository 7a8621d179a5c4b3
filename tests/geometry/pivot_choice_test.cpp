#include "geometry/pivot_choice.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "expr/parse.hpp"
#include "geometry/parametrization.hpp"
#include "support/chart_systems.hpp"

namespace rattleback::testing {
namespace {

using ::testing::ElementsAre;

std::vector<std::size_t> solved_for(const Description& d) {
    return explicit_form(build(d)).dependent;
}

TEST(PivotChoice, WhatNeverVanishesIsTaken) {
    EXPECT_THAT(solved_for(never_vanishing_pivot()), ElementsAre(2));
    Description two = never_vanishing_pivot();  // in the place of a second constraint too
    two.coordinates.emplace_back("w");
    two.lagrangian = "(x'^2 + y'^2 + z'^2 + w'^2)/2";
    two.constraints.push_back({.name = "d", .equation = "x*y' + (1 + x^2)*w' + sin(y)*z' = 0"});
    EXPECT_THAT(solved_for(two), ElementsAre(2, 3));
}

TEST(PivotChoice, NumbersOfParametersCount) {
    const Description d{.coordinates = {"x", "y", "z"},
                        .parameters = {{"a", "0"}, {"b", "sqrt(2)"}},
                        .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                        .constraints = {{.name = "c", .equation = "a*z' + (b - 1)*x' - y*y' = 0"}},
                        .initial = {{"y", "1"}}};
    EXPECT_THAT(solved_for(d), ElementsAre(0));
}

// At the start x₁' and x₂' are rounding errors: they are not divided by.
TEST(PivotChoice, SizeAtTheStartCounts) {
    const System system = build(parallel_points());
    const ExplicitForm form = explicit_form(system);
    const PivotChoice pivots(system);
    for (const auto i : form.independent)
        EXPECT_LT(std::abs(pivots.at_start(derivative(form.alpha[0], system.v[i]))), 10);
    EXPECT_THAT(form.dependent, ::testing::AnyOf(ElementsAre(0), ElementsAre(2)));
}

TEST(PivotChoice, TheUserIsFollowedWhereTheMotionAllowsIt) {
    EXPECT_THAT(solved_for(skate_by("y' = x'*tan(phi)", "1/3")), ElementsAre(1));
    EXPECT_THAT(solved_for(skate_by("y' = x'*tan(phi)", "pi/2")), ElementsAre(0));
    EXPECT_THAT(solved_for(skate_by("x' = y'/tan(phi)", "1/3")), ElementsAre(0));
    EXPECT_THAT(solved_for(skate_by("x' = y'/tan(phi)", "0")), ElementsAre(1));
}

// x in units of 10⁻¹⁵ and y in units of 10¹⁵: the same motion, and the same choice.
TEST(PivotChoice, UnitsDoNotMatter) {
    const auto in_units = [](const std::string& u, const std::string& w) {
        return Description{
            .coordinates = {"x", "y", "z"},
            .lagrangian = "((" + u + "*x')^2 + (" + w + "*y')^2 + z'^2)/2",
            .constraints = {{.name = "c", .equation = u + "^2*x*x' + " + w + "^2*y*y' + z*z' = 0"}},
            .initial = {{"x", "(1/20)/" + u}, {"y", "1/" + w}, {"z", "1/30"}}};
    };
    EXPECT_THAT(solved_for(in_units("1", "1")), ElementsAre(1));
    EXPECT_THAT(solved_for(in_units("(10^15)", "(10^(-15))")), ElementsAre(1));
    EXPECT_THAT(solved_for(in_units("(10^(-15))", "(10^15)")), ElementsAre(1));
}

Description of_speed(const std::string& x, const std::string& y, const std::string& z) {
    return {.coordinates = {"x", "y", "z"},
            .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z",
            .constraints = {{.name = "speed", .equation = "x'^2 + y'^2 + z'^2 = 1"}},
            .initial = {{"x'", x}, {"y'", y}, {"z'", z}}};
}

// Of a quadratic equation: that root whose discriminant does not vanish at the start.
TEST(PivotChoice, RootsAwayFromTheirBranchPoint) {
    EXPECT_THAT(solved_for(of_speed("1", "0", "0")), ElementsAre(0));
    EXPECT_THAT(solved_for(of_speed("0", "-1", "0")), ElementsAre(1));
    EXPECT_THAT(solved_for(of_speed("0", "3/5", "4/5")), ElementsAre(2));
    const ExplicitForm down = explicit_form(build(of_speed("0", "-1", "0")));
    EXPECT_EQ(down.alpha[0], parse("-sqrt(1 - x'^2 - z'^2)"));
}

// The sign of a root is that of the named velocity, though the others are not yet complete.
TEST(PivotChoice, RootsOfAnIncompleteStart) {
    for (const double sign : {1.0, -1.0}) {
        const System system = build({.coordinates = {"x", "y", "z"},
                                     .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                     .constraints = {{.equation = "z'^2 = x'^2 + y'^2"}},
                                     .initial = {{"x'", sign > 0 ? "2" : "-2"}}});
        const ExplicitForm form = explicit_form(system);
        ASSERT_THAT(form.dependent, ElementsAre(0));
        EXPECT_NEAR(evaluate(form.alpha[0], {{system.v[1], 0}, {system.v[2], -2}}), 2 * sign,
                    1e-15);
    }
}

// x y'² + y' = sin x' at x = 0, where the usual formula for the root divides by x.
TEST(PivotChoice, ARootWhereTheLeadingCoefficientVanishes) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.equation = "x*y'^2 + y' - sin(x') = 0"}},
                                 .initial = {{"x'", "1"}, {"y'", "sin(1)"}}});
    const ExplicitForm form = explicit_form(system);
    ASSERT_THAT(form.dependent, ElementsAre(1));
    EXPECT_NEAR(PivotChoice(system).at_start(form.alpha[0]), std::sin(1.0), 1e-15);
    // near it: x = 0.1, x' = 1 has y' = (−1 + √(1 + 0.4 sin 1))/0.2
    const Values near{{system.q[0], 0.1}, {system.v[0], 1}};
    EXPECT_NEAR(evaluate(form.alpha[0], near), (-1 + std::sqrt(1 + 0.4 * std::sin(1.0))) / 0.2,
                1e-14);
}

// ψ of a constraint with a tangent has no pole: (cos φ, sin φ).
TEST(PivotChoice, AParametrizationHasNoPoleWhereOneCanDoWithout) {
    for (const char* phi : {"0", "pi/2", "1/3"})
        for (const char* text : {"y' = x'*tan(phi)", "x' = y'/tan(phi)"}) {
            const System system = build(skate_by(text, phi));
            const PivotChoice pivots(system);
            for (const Expr& e : parametrize(system).psi)
                EXPECT_TRUE(pivots.never_has_pole(e)) << text;
        }
}

}  // namespace
}  // namespace rattleback::testing
