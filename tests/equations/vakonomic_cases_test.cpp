// What vakonomic motion does with positional, dependent and other constraints.
#include <gtest/gtest.h>

#include <cmath>

#include "equations/vakonomic.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

// Velocities, then values for the latent variables.
State with_latent(State state, const Vector& lambda) {
    state.z = state.v;
    state.z.insert(state.z.end(), lambda.begin(), lambda.end());
    return state;
}

// A positional constraint, also a moving one, and an integrable kinematic one leave no choice: the
// motion is d'Alembert's for every λ, and λ̇ is the multiplier.
TEST(Vakonomic, IsTheMotionUnderIntegrableConstraints) {
    const auto [system, state] =
        hard_system({.title = "Point on a moving sphere, with an integrable rule",
                     .coordinates = {"x", "y", "z", "w"},
                     .lagrangian = "(x'^2 + 2*y'^2 + 3*z'^2 + (1 + x^2)*w'^2)/2 - z - x*w + t*y*x'",
                     .forces = {{.on = "w", .value = "-w'"}},
                     .constraints = {{.name = "sphere", .equation = "x^2 + y^2 + z^2 = 1 + t/4"},
                                     {.name = "product", .equation = "w' = y*x' + x*y'"}}},
                    {.t = 0.5L, .q = {0.6L, 0.5L, 0.8L, 0.1L}, .v = {0.6L, 0.7L, 0.5L, 0.3L}});
    for (const Real lambda : {0.0L, 1.0L, -2.5L})
        expect_motion(vakonomic(system), system, with_latent(state, {lambda, 2 - lambda}));
}

// Under a nonholonomic one they differ, unless v and λ happen to agree.
TEST(Vakonomic, IsAnotherMotionUnderOthers) {
    const auto [system, state] = chaplygin_sleigh();
    const Motion expected = true_motion(system, state);
    const Motion actual = motion_of(vakonomic(system), system, with_latent(state, {1}));
    EXPECT_GT(std::fabs(actual.a[2] - expected.a[2]), 0.1L);
}

TEST(Vakonomic, NeedsNoConstraint) {
    const System system =
        build({.title = "Free", .coordinates = {"x", "y"}, .lagrangian = "(x'^2 + x^2*y'^2)/2"});
    const Equations equations = vakonomic(system);
    expect_motion(equations, system, {.t = 0, .q = {1, 2}, .v = {3, 4}});
    EXPECT_TRUE(equations.notes.empty());
}

// The first of two equal rules counts; the third keeps its own number.
TEST(Vakonomic, LeavesOutDependentConstraints) {
    const System system = build({.title = "Twice",
                                 .coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                 .forces = {{.on = "x", .value = "-x'"}},
                                 .constraints = {{.name = "one", .equation = "x' = y*z'"},
                                                 {.name = "same", .equation = "2*x' - 2*y*z' = 0"},
                                                 {.name = "other", .equation = "y' = x*z'"}}});
    const Equations equations = vakonomic(system);
    EXPECT_EQ(equations.speeds.size(), 5);
    EXPECT_EQ(equations.speeds[3], symbol("lambda1"));
    EXPECT_EQ(equations.speeds[4], symbol("lambda3"));
    EXPECT_EQ(equations.speeds_from_velocities, equations.speeds);
    EXPECT_EQ(to_texts(equations.notes),
              (std::vector<std::string>{
                  "Positions and velocities do not determine the latent variables λ: their initial "
                  "values are free.",
                  "The forces beside the Lagrangian are added to the equations of the extended "
                  "Lagrangian.",
                  "The constraint 'same' depends on those before it and has no latent variable."}));
}

TEST(Vakonomic, SaysWhatItCannotTreat) {
    EXPECT_EQ(vakonomic_refusal(second_order().system), "the constraint 'jerk' is of second order");
    EXPECT_EQ(vakonomic_refusal(charged_particles().system),
              "the constraints are not ideal: their reactions vanish on a space of their own");
    Description plane{.coordinates = {"x", "lambda1"},
                      .lagrangian = "(x'^2 + lambda1'^2)/2",
                      .constraints = {{.equation = "x' = x*lambda1'"}}};
    EXPECT_EQ(vakonomic_refusal(build(plane)),
              "'lambda1' is the name of a latent variable, and the model has it already");
    plane.coordinates = {"x", "y"};
    plane.lagrangian = "(x'^2 + y'^2)/2";
    plane.constraints.clear();
    plane.parametrization = {.variables = {"u"}, .velocities = {{"x'", "u"}, {"y'", "x*u"}}};
    EXPECT_EQ(vakonomic_refusal(build(plane)),
              "the constraints are given by a parametrization of the velocities, not by equations");
}

}  // namespace
}  // namespace rattleback::testing
