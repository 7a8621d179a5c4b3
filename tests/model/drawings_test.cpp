// What is drawn: asked for, or found in the model.

#include "model/drawings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "exact/is_zero.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "model/system.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using Kind = Drawing::Kind;
using ::testing::ElementsAre;

std::vector<Kind> kinds(const System& system) {
    std::vector<Kind> result;
    for (const Drawing& drawing : system.drawings) result.push_back(drawing.kind);
    return result;
}

Expr formula(const std::string& text) {
    return parse(text, {.coordinates = {"x", "y", "z", "phi", "psi"}, .symbols = {"a", "m", "r"}});
}

const Description skate{
    .coordinates = {"x", "y", "phi"},
    .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
    .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}}};

TEST(Drawings, OfCoordinatesWithOneDirectionLeftIsABladeAlongIt) {
    const System system = build(skate);
    ASSERT_THAT(kinds(system), ElementsAre(Kind::Blade));
    const Drawing& blade = system.drawings[0];
    EXPECT_EQ(blade.place, (Vector3{formula("x"), formula("y"), 0}));
    EXPECT_EQ(blade.direction, (Vector3{formula("cos(phi)"), formula("sin(phi)"), 0}));
    EXPECT_TRUE(blade.trace);
}

TEST(Drawings, OfCoordinatesArePointsByTheirSuffix) {
    const System system = build({.coordinates = {"x1", "y1", "x_A", "y_A", "z_A", "q", "x7"},
                                 .lagrangian = "x1'^2 + y1'^2 + x_A'^2 + y_A'^2 + z_A'^2 + q'^2 + "
                                               "x7'^2"});
    ASSERT_THAT(kinds(system), ElementsAre(Kind::Dot, Kind::Dot));
    EXPECT_EQ(system.drawings[0].name, "P1");
    EXPECT_EQ(system.drawings[1].place[2], symbol("z_A"));
}

TEST(Drawings, OfAnAbstractModelAreNone) {
    EXPECT_TRUE(
        build({.coordinates = {"q1", "q2"}, .lagrangian = "q1'^2 + q2'^2"}).drawings.empty());
}

TEST(Drawings, ThatAreAskedForReplaceTheGuess) {
    Description described = skate;
    described.drawings = {
        {.shape = "segment", .from = {"x", "y"}, .to = {"x + cos(phi)", "y + sin(phi)"}},
        {.shape = "point", .name = "end", .at = {"x", "y", "1"}, .trace = false},
        {.shape = "wheel", .at = {"x", "y"}, .along = {"1", "0"}, .size = {"1/2"}}};
    const System system = build(described);
    ASSERT_THAT(kinds(system), ElementsAre(Kind::Segment, Kind::Dot, Kind::Wheel));
    EXPECT_EQ(system.drawings[0].direction[0], formula("x + cos(phi)"));
    EXPECT_FALSE(system.drawings[0].trace);
    EXPECT_FALSE(system.drawings[1].trace);
    EXPECT_EQ(system.drawings[1].place[2], Expr(1));
    EXPECT_TRUE(system.drawings[2].trace);
    EXPECT_THAT(system.drawings[2].size, ElementsAre(ratio(1, 2)));
}

TEST(Drawings, InAFrameHaveItsPlaceAndAxes) {
    const System system =
        build({.coordinates = {"x", "y", "phi"},
               .frames = {{.name = "B", .origin = {"x", "y", "0"}, .rotations = {{"z", "phi"}}}},
               .bodies = {{.frame = "B", .mass = "1", .inertia = {"1", "1", "1"}}},
               .drawings = {{.shape = "box", .size = {"1", "2", "3"}, .frame = "B"},
                            {.shape = "sphere", .at = {"position(B, 1, 0, 0)"}, .size = {"1"}},
                            {.shape = "disc", .size = {"1"}, .frame = "B", .axis = "x"}}});
    ASSERT_THAT(kinds(system), ElementsAre(Kind::Box, Kind::Sphere, Kind::Disc));
    EXPECT_EQ(system.drawings[0].axes, system.frames[1].own.axes);
    EXPECT_EQ(system.drawings[1].place[0], formula("x + cos(phi)"));
    EXPECT_EQ(system.drawings[1].place[1], formula("y + sin(phi)"));
    EXPECT_EQ(system.drawings[2].axis, 0U);
}

TEST(Drawings, OfRollingDiscsStayBesideWhatIsAskedFor) {
    EXPECT_THAT(kinds(testing::model_file("rolling_disc")), ElementsAre(Kind::Disc, Kind::Ground));
    Description bicycle = testing::model_description("bicycle");
    bicycle.drawings.clear();
    EXPECT_THAT(kinds(build(bicycle)),
                ElementsAre(Kind::Disc, Kind::Ground, Kind::Disc, Kind::Box, Kind::Box));
    EXPECT_THAT(kinds(testing::model_file("rattleback")),
                ElementsAre(Kind::Ellipsoid, Kind::Ground));
}

TEST(Drawings, OfABallInACylinderShowBoth) {
    const System system = testing::model_file("ball_in_cylinder");
    ASSERT_THAT(kinds(system), ElementsAre(Kind::Sphere, Kind::Cylinder));
    Values values{{symbol("theta"), 0.7}, {symbol("z"), 0.3}};
    for (const Parameter& p : system.parameters) values[p.symbol] = evaluate(p.value, Values{});
    EXPECT_NEAR(evaluate(system.drawings[0].size[0], values), 0.1, 1e-15);
    EXPECT_NEAR(evaluate(system.drawings[1].size[0], values), 0.6, 1e-15);
}

// A homogeneous box of edges 1, 2, 3, turned by 0.4 about y: the box drawn is that box.
TEST(Drawings, OfABodyAreABoxOfItsInertia) {
    const double m = 7, c = std::cos(0.4), s = std::sin(0.4);
    const double ixx = m * (4 + 9) / 12, iyy = m * (1 + 9) / 12, izz = m * (1 + 4) / 12;
    // R diag R^T with R = rotation about y.
    const double xx = c * c * ixx + s * s * izz, zz = s * s * ixx + c * c * izz,
                 xz = s * c * (izz - ixx);
    const System system =
        build({.coordinates = {"x", "y"},
               .frames = {{.name = "B", .origin = {"x", "y", "0"}}},
               .bodies = {{.frame = "B",
                           .mass = "7",
                           .inertia = {std::to_string(xx), std::to_string(iyy), std::to_string(zz),
                                       "0", std::to_string(xz), "0"}},
                          {.name = "other", .frame = "B", .mass = "1"}}});
    ASSERT_THAT(kinds(system), ElementsAre(Kind::Box, Kind::Dot));
    const Drawing& box = system.drawings[0];
    const auto number = [](const Expr& e) { return evaluate(e, Values{}); };
    // The edges may stand at either of the two axes; where they do, the axes must be turned.
    const std::vector<double> edges{number(box.size[0]), number(box.size[1]), number(box.size[2])};
    EXPECT_NEAR(edges[1], 2, 1e-5);
    const std::size_t longest = edges[0] > edges[2] ? 0 : 2;
    EXPECT_NEAR(edges[longest], 3, 1e-5);
    EXPECT_NEAR(edges[2 - longest], 1, 1e-5);
    // The longest edge was along z: turned by 0.4 about y it is along (sin 0.4, 0, cos 0.4).
    const double x = number(box.axes[0][longest]), z = number(box.axes[2][longest]);
    EXPECT_NEAR(std::abs(x * s + z * c), 1, 1e-5);
}

}  // namespace
}  // namespace rattleback
