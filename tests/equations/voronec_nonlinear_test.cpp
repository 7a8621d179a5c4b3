// Voronec's equations for nonlinear constraints (18) and their coefficient form (25): the motion
// against motion_oracle.hpp, then what Talamucci proves, proved again: for linear constraints (18) is
// (12), and (25) is (18), entry by entry, as expressions.
#include "equations/voronec_nonlinear.hpp"

#include <gtest/gtest.h>

#include "equations/talamucci.hpp"
#include "equations/voronec.hpp"
#include "exact/is_zero.hpp"
#include "support/explicit_systems.hpp"

namespace rattleback {
namespace {

using namespace testing;

std::vector<HardSystem> systems() {
    return {chaplygin_sleigh(),
            curved_with_damping(),
            ball_on_turntable(),
            rheonomic(),
            perpendicular_velocities(),
            appell_hamel(),
            rolling_disc(),
            positional_and_kinematic(),
            curved_k1(),
            time_alpha(),
            curved_k2(),
            voronec_linear(),
            moving_particles(),
            nonholonomic_particle(),
            skate()};
}

TEST(VoronecNonlinear, HasTheMotion) {
    for (const HardSystem& hard : systems()) {
        ASSERT_EQ(voronec_nonlinear_refusal(hard.system), std::nullopt) << hard.system.title();
        expect_motion(voronec_nonlinear(hard.system), hard);
    }
}

TEST(VoronecNonlinear, TreatsALagrangianThatIsNotQuadratic) {
    const auto [system, state] = not_quadratic();
    expect_motion(voronec_nonlinear(system), system, state);
}

TEST(Talamucci, HasTheMotion) {
    for (const HardSystem& hard : systems()) {
        ASSERT_EQ(talamucci_refusal(hard.system), std::nullopt) << hard.system.title();
        expect_motion(talamucci(hard.system), hard);
    }
}

TEST(Talamucci, TreatsFreeMotion) {
    auto [system, state] = curved_with_damping();
    system.constraints.clear();
    expect_motion(voronec(system), system, state);
    expect_motion(voronec_nonlinear(system), system, state);
    expect_motion(talamucci(system), system, state);
}

// L₁ without time: the gyroscopic terms come through g_0i.
TEST(Talamucci, HasGyroscopicForces) {
    const auto [system, state] =
        hard_system({.title = "In a magnetic field",
                     .coordinates = {"x", "y", "z"},
                     .lagrangian = "(2*x'^2 + y'^2 + (3 + x^2)*z'^2)/2 + x*z*y' - y^2*z' - x*y",
                     .constraints = {{.name = "c", .equation = "z' = y*x'^2 - x*z*y'"}}},
                    {.t = 0, .q = {0.4L, -0.9L, 0.3L}, .v = {0.8L, 0.5L, -0.2L}});
    expect_motion(talamucci(system), system, state);
}

TEST(VoronecNonlinear, SaysWhichBranchItIs) {
    const Equations equations = voronec_nonlinear(appell_hamel().system);
    ASSERT_EQ(equations.notes.size(), 1U);
    EXPECT_EQ(to_text(equations.notes[0]).rfind("The motion is that on the branch z' = ", 0), 0U)
        << equations.notes[0];
}

TEST(VoronecNonlinear, SaysWhyItRefuses) {
    const auto why = [](const HardSystem& hard) {
        const auto refusal = voronec_nonlinear_refusal(hard.system);
        EXPECT_EQ(talamucci_refusal(hard.system), refusal);
        return refusal.value();
    };
    EXPECT_EQ(why(second_order()), "the constraint 'jerk' is of second order");
    EXPECT_EQ(
        why(without_closed_form()),
        "the constraint 'cubic' is neither linear nor quadratic in any velocity, so it has no "
        "explicit form");
    EXPECT_EQ(why(reaction_direction()),
              "the constraint 'steered' is not ideal: its reaction has a direction of its own");
    EXPECT_EQ(talamucci_refusal(not_quadratic().system).value(),
              "the Lagrangian is not quadratic in the velocities");
}

TEST(VoronecNonlinear, RefusesAParametrizationWithoutEquations) {
    const System system = build(
        {.coordinates = {"x", "y"},
         .lagrangian = "x'^2 + y'^2",
         .parametrization = {{.variables = {"u"}, .velocities = {{"x'", "u"}, {"y'", "x*u"}}}}});
    const std::string why =
        "the constraints are given by a parametrization of the velocities, not by equations";
    EXPECT_EQ(voronec_refusal(system).value(), why);
    EXPECT_EQ(voronec_nonlinear_refusal(system).value(), why);
    EXPECT_EQ(talamucci_refusal(system).value(), why);
}

void expect_identical(const Equations& one, const Equations& other, const System& system) {
    ASSERT_EQ(one.unknowns, other.unknowns);
    EXPECT_EQ(one.accelerations, other.accelerations) << system.title();
    for (std::size_t i = 0; i < one.right.size(); ++i) {
        EXPECT_TRUE(are_equal(one.right[i], other.right[i]).proved_zero())
            << system.title() << ", right side " << i;
        for (std::size_t j = 0; j < one.unknowns.size(); ++j)
            EXPECT_TRUE(are_equal(one.matrix[i][j], other.matrix[i][j]).proved_zero())
                << system.title() << ", matrix " << i << ", " << j;
    }
}

TEST(TalamucciIdentity, NonlinearEquationsReduceToVoronecsForLinearConstraints) {
    for (const auto& [system, state] : {chaplygin_sleigh(), voronec_linear(), rolling_disc(),
                                        nonholonomic_particle(), skate(), chaplygin_type()})
        expect_identical(voronec_nonlinear(system), voronec(system), system);
}

TEST(TalamucciIdentity,
     CoefficientFormIsVoronecs) {  // Proposition 3.3, with time in T and α as well
    for (const auto& [system, state] :
         {curved_k1(), curved_k2(), voronec_linear(), time_alpha(), rheonomic(), appell_hamel(),
          perpendicular_velocities(), moving_particles()})
        expect_identical(talamucci(system), voronec_nonlinear(system), system);
}

}  // namespace
}  // namespace rattleback
