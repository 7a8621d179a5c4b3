// Voronec's equations. The oracle of a motion is motion_oracle.hpp; of β, a closed
// form, and that it vanishes where the constraints can be integrated.
#include "equations/voronec.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/functions.hpp"
#include "support/explicit_systems.hpp"

namespace rattleback {
namespace {

using namespace testing;

const Step& step(const Equations& equations, std::string_view symbol) {
    for (const Step& s : equations.steps)
        if (s.symbol == symbol) return s;
    throw std::logic_error("no such step");
}

TEST(Voronec, HasTheMotionOfLinearConstraints) {
    for (const HardSystem& hard :
         {chaplygin_sleigh(), curved_with_damping(), rolling_disc(), not_quadratic(),
          voronec_linear(), nonholonomic_particle(), skate(), chaplygin_type()}) {
        ASSERT_EQ(voronec_refusal(hard.system), std::nullopt) << hard.system.title();
        expect_motion(voronec(hard.system), hard);
    }
}

TEST(Voronec, AcceptsTimeInTheLagrangian) {
    const auto [system, state] = hard_system(
        {.title = "Moving metric",
         .coordinates = {"x", "y", "z"},
         .lagrangian = "((1 + t^2)*x'^2 + (2 + sin(x*t))*y'^2 + (3 + t*y)*z'^2)/2 + t*y*z' - x*y*t",
         .constraints = {{.name = "c", .equation = "z' = y*x' + x*z*y'"}}},
        {.t = 0.7L, .q = {0.4L, -0.9L, 0.3L}, .v = {0.8L, 0.5L, -0.2L}});
    ASSERT_EQ(voronec_refusal(system), std::nullopt);
    expect_motion(voronec(system), system, state);
}

TEST(Voronec, TakesDependentVelocitiesFromTheMiddle) {
    const auto [system, state] = hard_system(
        {.title = "Dependent in the middle",
         .coordinates = {"x", "y", "z", "w"},
         .lagrangian = "((1 + y^2)*x'^2 + 2*y'^2 + (3 + sin(x))*z'^2 + w'^2)/2 + x*y'*w' - x*z*w",
         .constraints = {{.name = "a", .equation = "y' = z*x' - y*w'"},
                         {.name = "b", .equation = "x' = cos(w)*z' + x*y*w'"}}},
        {.t = 0, .q = {0.4L, -0.9L, 0.3L, 0.2L}, .v = {0.8L, 0.5L, -0.2L, 0.6L}});
    const Equations equations = voronec(system);
    EXPECT_EQ(equations.speeds, (ExprVector{symbol("z", 1), symbol("w", 1)}));
    expect_motion(equations, system, state);
}

TEST(Voronec, TreatsAPositionalConstraintAsOneOnVelocities) {
    const auto [system, state] =
        hard_system({.title = "Bead on a surface",
                     .coordinates = {"x", "y", "z"},
                     .lagrangian = "(x'^2 + 2*y'^2 + 3*z'^2)/2 - 2*z",
                     .constraints = {{.name = "surface", .equation = "z = x^2*y + sin(y)"}}},
                    {.t = 0, .q = {0.4L, -0.9L, 0.3L}, .v = {0.8L, 0.5L, -0.2L}});
    const Equations equations = voronec(system);
    expect_motion(equations, system, state);
    for (const ExprVector& row : step(equations, "β^1").value)
        for (const Expr& e : row) EXPECT_TRUE(is_zero(e).proved_zero());
}

TEST(Voronec, HasTheCurvatureOfTheNonholonomicParticle) {
    // α = (y, 0): β_12 = ∂α_1/∂y − ∂α_2/∂x = 1.
    const Equations equations = voronec(nonholonomic_particle().system);
    EXPECT_EQ(step(equations, "β^1").value, (ExprMatrix{{0, 1}, {-1, 0}}));
}

TEST(Voronec, HasTheCurvatureWithDependentCoordinates) {
    // α_3 = (q4, q1/2), α_4 = (sin q3, −q2/3):
    // β³_12 = 0 − ½ + 1·(−q2/3) − 0,   β⁴_12 = cos q3·(q1/2) − 0.
    const Equations equations = voronec(voronec_linear().system);
    const Expr q1 = symbol("q1"), q2 = symbol("q2"), q3 = symbol("q3");
    EXPECT_TRUE(are_equal(step(equations, "β^1").value[0][1], ratio(-1, 2) - q2 / 3).proved_zero());
    EXPECT_TRUE(are_equal(step(equations, "β^2").value[0][1], cos(q3) * q1 / 2).proved_zero());
    EXPECT_TRUE(is_zero(step(equations, "β^1").value[0][1] + step(equations, "β^1").value[1][0])
                    .proved_zero());
}

TEST(Voronec, HasNoCurvatureWhereTheConstraintsAreIntegrable) {
    // z = x²y + sin y and w = x z − y, differentiated by hand; the second uses the first.
    const auto [system, state] =
        hard_system({.title = "Integrable",
                     .coordinates = {"x", "y", "z", "w"},
                     .lagrangian = "(x'^2 + (2 + x^2)*y'^2 + 3*z'^2 + w'^2)/2 - x*w",
                     .constraints = {{.name = "a", .equation = "z' = 2*x*y*x' + (x^2 + cos(y))*y'"},
                                     {.name = "b", .equation = "w' = z*x' + x*z' - y'"}}},
                    {.t = 0, .q = {0.4L, -0.9L, 0.3L, 0.2L}, .v = {0.8L, 0.5L, -0.2L, 0.6L}});
    const Equations equations = voronec(system);
    for (const char* name : {"β^1", "β^2"})
        for (const ExprVector& row : step(equations, name).value)
            for (const Expr& e : row) EXPECT_TRUE(is_zero(e).proved_zero()) << name;
    expect_motion(equations, system, state);
}

TEST(Voronec, SaysWhyItRefuses) {
    const auto why = [](const HardSystem& hard) { return voronec_refusal(hard.system).value(); };
    EXPECT_EQ(why(curved_k1()), "the constraint 'c' is not linear in the velocities");
    EXPECT_EQ(why(rheonomic()), "the constraint 'moving' depends on time");
    EXPECT_EQ(why(ball_on_turntable()),
              "the constraint 'rolling_x' is not homogeneous in the velocities");
    EXPECT_EQ(why(second_order()), "the constraint 'jerk' is of second order");
    EXPECT_EQ(why(reaction_direction()),
              "the constraint 'steered' is not ideal: its reaction has a direction of its own");
    EXPECT_EQ(why(charged_particles()),
              "the constraints are not ideal: their reactions vanish on a space of their own");
}

}  // namespace
}  // namespace rattleback
