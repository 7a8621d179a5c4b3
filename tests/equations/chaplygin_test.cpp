// Chaplygin's equations, for linear and nonlinear constraints. The oracle of a motion is
// motion_oracle.hpp.
#include "equations/chaplygin.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "equations/chaplygin_choice.hpp"
#include "equations/voronec_nonlinear.hpp"
#include "exact/is_zero.hpp"
#include "support/explicit_systems.hpp"

namespace rattleback {
namespace {

using namespace testing;

// Nonlinear constraints with a curved metric, time and friction on a dependent coordinate.
HardSystem nonlinear_chaplygin_type() {
    return hard_system(
        {.title = "Nonlinear, of Chaplygin's type",
         .coordinates = {"q1", "q2", "q3", "q4"},
         .lagrangian = "((2 + cos(q2))*q1'^2 + (2 + q1^2)*q2'^2 + (1 + q1^2)*q3'^2"
                       " + 3*q4'^2)/2 + q2*q1'*q4' + q1*q3'*q4'/4 - q1*q2 - q4/4",
         .forces = {{.on = "q3", .value = "-q3'/3 + q1"}},
         .constraints = {{.name = "c3", .equation = "q3' = q1*q1'^2/2 + sin(q2)*q2' + cos(t)/3"},
                         {.name = "c4", .equation = "q4' = q2*sqrt(1 + q1'^2 + 2*q2'^2)"}}},
        {.t = 0.4L, .q = {0.3L, -0.4L, 0.25L, 0.1L}, .v = {0.6L, 0.5L, 0.2L, 0.2L}});
}

// Affine, and with time: neither linear Voronec equations nor (14).
HardSystem perpendicular_to_time() {
    return hard_system({.title = "Affine, with time",
                        .coordinates = {"z", "x", "y"},
                        .lagrangian = "((1 + x^2)*x'^2 + 2*y'^2 + z'^2)/2 + y*z' - x*y - z",
                        .constraints = {{.name = "c", .equation = "z' = (x + t)*y' + sin(x*t)"}}},
                       {.t = 0.7L, .q = {0.4L, -0.9L, 0.3L}, .v = {0.8L, 0.5L, -0.2L}});
}

TEST(Chaplygin, HasTheMotion) {
    for (const HardSystem& hard :
         {chaplygin_sleigh(), skate(), nonholonomic_particle(), chaplygin_type(),
          nonlinear_chaplygin_type(), perpendicular_to_time(), appell_hamel()}) {
        ASSERT_EQ(chaplygin_refusal(hard.system), std::nullopt) << hard.system.title();
        expect_motion(chaplygin(hard.system), hard);
    }
}

TEST(Chaplygin, ClosesInTheIndependentCoordinates) {
    for (const System& system : {chaplygin_type().system, nonlinear_chaplygin_type().system}) {
        const Equations equations = chaplygin(system);
        ExprVector all = equations.right;
        for (const ExprVector& row : equations.matrix)
            all.insert(all.end(), row.begin(), row.end());
        for (const Expr& e : all)
            for (const char* dependent : {"q3", "q4"})
                EXPECT_TRUE(is_free_of(e, symbol(dependent))) << dependent;
    }
}

// For linear constraints the sum with B is that with β.
TEST(Chaplygin, NonlinearEquationsReduceToTheLinearOnes) {
    const System system = chaplygin_type().system;
    const Equations linear = chaplygin(system), nonlinear = voronec_nonlinear(system);
    for (std::size_t i = 0; i < linear.right.size(); ++i)
        EXPECT_TRUE(are_equal(linear.right[i], nonlinear.right[i]).proved_zero()) << i;
}

// z'² = (1 + x²)y'² + w'² could be solved for z', which is in the potential; w is nowhere. The start
// says which root.
TEST(Chaplygin, FindsOtherCoordinatesOfNonlinearConstraints) {
    const HardSystem hard =
        hard_system({.title = "Left open",
                     .coordinates = {"w", "x", "y", "z"},
                     .lagrangian = "(3*w'^2 + (1 + z^2)*x'^2 + 2*y'^2 + z'^2)/2 - z^2 - x*y",
                     .constraints = {{.name = "c", .equation = "z'^2 - (1 + x^2)*y'^2 - w'^2 = 0"}},
                     .initial = {{"w'", "1"}, {"z'", "1"}}},
                    {.t = 0, .q = {0.1L, 0.4L, -0.9L, 0.3L}, .v = {0.4L, 0.8L, 0.5L, 0.9L}});
    ASSERT_EQ(chaplygin_refusal(hard.system), std::nullopt);
    const Equations equations = chaplygin(hard.system);
    EXPECT_EQ(equations.speeds, (ExprVector{symbol("x", 1), symbol("y", 1), symbol("z", 1)}));
    expect_motion(equations, hard);
}

// The absent coordinates are w and u, and one constraint is on neither of their velocities.
TEST(Chaplygin, SaysThatNoCoordinatesFit) {
    const System system =
        build({.coordinates = {"w", "x", "y", "u"},
               .lagrangian = "(w'^2 + (1 + x^2 + y^2)*x'^2 + y'^2 + u'^2)/2",
               .constraints = {{.name = "a", .equation = "w'^2 = x'^2 + u'^2"},
                               {.name = "b", .equation = "x'^2 - (1 + y^2)*y'^2 = 0"}}});
    EXPECT_NE(chaplygin_refusal(system), std::nullopt);
    EXPECT_FALSE(chaplygin_choice(system).form);
    EXPECT_TRUE(chaplygin_choice(system).is_decided);
}

// One dependent coordinate too many: in T, in α, in a force.
TEST(Chaplygin, SaysWhichCoordinateOccursWhere) {
    const auto why = [](const char* lagrangian, const char* force, const char* constraint) {
        const Refusal refusal =
            chaplygin_refusal(build({.coordinates = {"x", "y", "z"},
                                     .lagrangian = lagrangian,
                                     .forces = {{.on = "y", .value = force}},
                                     .constraints = {{.name = "c", .equation = constraint}}}));
        return refusal ? std::optional(to_text(*refusal)) : std::nullopt;
    };
    EXPECT_EQ(why("x'^2 + y'^2 + z'^2 - 3*z", "-x", "z' = y*x'"), std::nullopt);
    EXPECT_EQ(why("x'^2 + (1 + z^2)*y'^2 + z'^2", "0", "z' = y*x'").value(),
              "the dependent coordinate z occurs in the kinetic energy");
    EXPECT_EQ(why("x'^2 + y'^2 + z'^2", "0", "z' = y*z*x'").value(),
              "the dependent coordinate z occurs in the constraint on z'");
    EXPECT_EQ(why("x'^2 + y'^2 + z'^2", "-z*x", "z' = y*x'").value(),
              "the dependent coordinate z occurs in the force on y");
    EXPECT_EQ(why("x'^2 + y'^2 + z'^2 - z^2", "0", "z' = y*x'").value(),
              "the dependent coordinate z occurs in the force on z");
    EXPECT_EQ(why("x'^2 + y'^2 + z'^2", "0", "z' = y*z*x'^2").value(),
              "the dependent coordinate z occurs in the constraint on z'");
    EXPECT_EQ(why("x'^2 + (1 + z^2)*y'^2 + z'^2", "0", "z' = y*x'^2").value(),
              "the dependent coordinate z occurs in the kinetic energy");
    EXPECT_EQ(why("x'^2 + y'^2 + z'^2", "-z*x", "z' = sqrt(x'^2 + y'^2)").value(),
              "the dependent coordinate z occurs in the force on y");
    // The coordinate is mathematics, not its text.
    const Refusal refusal =
        chaplygin_refusal(build({.coordinates = {"x", "z"},
                                 .lagrangian = "x'^2 + z'^2",
                                 .constraints = {{.name = "c", .equation = "z' = z*x'"}}}));
    EXPECT_TRUE(std::ranges::any_of(refusal.value().parts(), &SentencePart::is_formula));
    // A dependence that cancels is none.
    EXPECT_EQ(why("x'^2 + y'^2 + (sin(z)^2 + cos(z)^2)*z'^2", "0", "z' = y*x'"), std::nullopt);
}

}  // namespace
}  // namespace rattleback
