// Generalized reactions, and parametrizations beside or instead of equations.
#include <gtest/gtest.h>

#include "expr/parse.hpp"
#include "model/system.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

Description two_particles() {
    return {.coordinates = {"q1", "q2"},
            .functions = {{"A", {"q1", "q2"}}},
            .lagrangian = "q1'^2 + q2'^2",
            .constraints = {{.equation = "q2' = A*q1'"}}};
}

TEST(ReactionLaw, IsIdealUnlessAnotherIsGiven) {
    const System system = build(two_particles());
    EXPECT_FALSE(is_generalized(system));
    EXPECT_FALSE(system.constraints[0].reaction);
}

TEST(ReactionLaw, MayBeGivenWithAConstraint) {
    Description description = two_particles();
    description.constraints[0].reaction = {{"q2", "q1'*t"}};
    const System system = build(description);
    EXPECT_TRUE(is_generalized(system));
    EXPECT_EQ(*system.constraints[0].reaction, (ExprVector{0, parse("q1'*t")}));
}

TEST(ReactionLaw, MayBeGivenByABasisOfW) {
    Description description = two_particles();
    description.reaction_vanishes_on = {{{"q1", "1"}, {"q2", "-1"}}};
    const System system = build(description);
    EXPECT_TRUE(is_generalized(system));
    EXPECT_EQ(system.reaction_vanishes_on, (std::vector<ExprVector>{{1, -1}}));
}

TEST(ReactionLaw, NeedsAsManyDirectionsAsConstraints) {
    Description description{.coordinates = {"x", "y", "z"},
                            .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                            .constraints = {{.equation = "x' = y", .reaction = {{"x", "1"}}},
                                            {.equation = "y' = z", .reaction = {{"x", "y"}}}}};
    EXPECT_THROW(build(description), ModelError);
    description.constraints[1].reaction = {{"z", "y"}};
    EXPECT_NO_THROW(build(description));
    // Beside one that is ideal, in either order.
    description.constraints = {{.equation = "x = 1"},
                               {.equation = "y' = z", .reaction = {{"x", "1"}}}};
    EXPECT_THROW(build(description), ModelError);
    std::swap(description.constraints[0], description.constraints[1]);
    EXPECT_THROW(build(description), ModelError);
    // A redundant constraint needs no direction of its own.
    description.constraints = {{.equation = "x' = y", .reaction = {{"x", "1"}}},
                               {.equation = "2*x' = 2*y", .reaction = {{"x", "1"}}}};
    EXPECT_NO_THROW(build(description));
}

Description benenti() {
    return {
        .coordinates = {"x1", "y1", "x2", "y2"},
        .lagrangian = "x1'^2 + y1'^2 + x2'^2 + y2'^2",
        .constraints = {{.equation = "x1'*y2' - x2'*y1' = 0"}},
        .parametrization = ParametrizationDescription{.variables = {"v1", "v2", "theta"},
                                                      .velocities = {{"x1'", "v1*cos(theta)"},
                                                                     {"y2'", "v2*sin(theta)"},
                                                                     {"y1'", "v1*sin(theta)"},
                                                                     {"x2'", "v2*cos(theta)"}}}};
}

TEST(GivenParametrization, IsOrderedByCoordinates) {
    const System system = build(benenti());
    ASSERT_TRUE(system.parametrization);
    EXPECT_EQ(system.parametrization->variables,
              (ExprVector{symbol("v1"), symbol("v2"), symbol("theta")}));
    EXPECT_EQ(system.parametrization->velocities,
              (ExprVector{parse("v1*cos(theta)"), parse("v1*sin(theta)"), parse("v2*cos(theta)"),
                          parse("v2*sin(theta)")}));
}

TEST(GivenParametrization, MayStandAlone) {
    Description description = benenti();
    description.constraints.clear();
    description.initial = {{"theta", "pi/4"}, {"x1", "1"}};
    const System system = build(description);
    EXPECT_TRUE(system.constraints.empty());
    EXPECT_EQ(system.initial[0].first, symbol("theta"));
    EXPECT_EQ(system.initial[0].second, pi() / 4);
}

TEST(GivenParametrization, CountsForTheDimensionOfW) {
    Description description = benenti();
    description.constraints.clear();
    description.reaction_vanishes_on = {{{"x1", "1"}}, {{"y1", "1"}}, {{"x2", "1"}}};
    EXPECT_EQ(build(description).reaction_vanishes_on.size(), 3U);
    description.reaction_vanishes_on.pop_back();
    EXPECT_THROW(build(description), ModelError);
}

TEST(GivenParametrization, IsCheckedAgainstEveryEquation) {
    Description description = benenti();
    description.constraints.push_back({.equation = "x1 = x2"});
    try {
        build(description);
        FAIL();
    } catch (const ModelError& error) {
        EXPECT_EQ(error.message(),
                  "the parametrization does not satisfy this equation; it leaves (v1 - "
                  "v2)*cos(theta) = 0");
    }
}

// ψ satisfies the time derivative of a moving positional constraint.
TEST(GivenParametrization, OfAPositionalConstraint) {
    Description description{
        .coordinates = {"x", "y"},
        .lagrangian = "x'^2 + y'^2",
        .constraints = {{.equation = "x^2 + y = t"}},
        .parametrization = ParametrizationDescription{
            .variables = {"u"}, .velocities = {{"x'", "u"}, {"y'", "1 - 2*x*u"}}}};
    EXPECT_NO_THROW(build(description));
    description.parametrization->velocities[1].formula = "-2*x*u";
    EXPECT_THROW(build(description), ModelError);
}

}  // namespace
}  // namespace rattleback
