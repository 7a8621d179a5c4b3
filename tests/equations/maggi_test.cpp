#include "equations/maggi.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/functions.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

TEST(Maggi, MovesHardSystems) {
    for (const auto& [system, state] : hard_systems()) {
        ASSERT_FALSE(maggi_refusal(system));
        expect_motion(maggi(system), system, state);
    }
}

TEST(Maggi, MovesASnake) {
    const auto [system, state] = snake(5);
    expect_motion(maggi(system), system, state);
}

TEST(Maggi, NeedsNoConstraint) {
    const System system =
        build({.title = "Free", .coordinates = {"x", "y"}, .lagrangian = "(x'^2 + x^2*y'^2)/2"});
    expect_motion(maggi(system), system, {.t = 0, .q = {1, 2}, .v = {3, 4}});
}

TEST(Maggi, LeavesNothingToProjectWhereConstraintsFixEverything) {
    const System system = build({.title = "Driven",
                                 .coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + x^2*y'^2)/2",
                                 .constraints = {{.name = "a", .equation = "x' = t"},
                                                 {.name = "b", .equation = "y' = x"}}});
    expect_motion(maggi(system), system,
                  on_constraints(system, {.t = 0.5L, .q = {1, 2}, .v = {3, 4}}));
}

// Every vector of the basis annihilates A.
TEST(Maggi, FindsABasisOfTheVirtualDisplacements) {
    for (const auto& [system, state] :
         {ball_on_turntable(), without_closed_form(), second_order()}) {
        const Equations equations = maggi(system);
        const Evaluated value(equations, system, state);
        const ExprMatrix &a = step(equations, "A"), &gamma = step(equations, "Γ");
        ASSERT_EQ(gamma.front().size(), system.size() - a.size());
        for (const ExprVector& row : a)
            for (std::size_t j = 0; j < gamma.front().size(); ++j) {
                Real sum = 0;
                for (std::size_t i = 0; i < system.size(); ++i)
                    sum += value(row[i]) * value(gamma[i][j]);
                EXPECT_LT(std::fabs(sum), 1e-17L) << system.title();
            }
    }
}

TEST(Maggi, TakesTheBasisOfAGivenParametrization) {
    Description description = chaplygin_sleigh().system.description;
    description.parametrization = {
        .variables = {"v", "omega"},
        .velocities = {{"x'", "v*cos(theta)"}, {"y'", "v*sin(theta)"}, {"theta'", "omega"}}};
    const System system = build(description);
    const Equations equations = maggi(system);
    const Expr theta = symbol("theta");
    EXPECT_EQ(step(equations, "Γ"), (ExprMatrix{{cos(theta), 0}, {sin(theta), 0}, {0, 1}}));
    EXPECT_EQ(to_texts(equations.notes),
              std::vector<std::string>{
                  "The basis of the virtual displacements is the given parametrization's."});
    expect_motion(equations, system, chaplygin_sleigh().state);
}

// The same motion in other coordinates: X = x + y², Y = y, and so on.
TEST(Maggi, IsInvariantUnderAChangeOfCoordinates) {
    const System system = build({.title = "Old",
                                 .coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + 2*y'^2 + 3*z'^2)/2 - x*z",
                                 .constraints = {{.name = "c", .equation = "z' = y*x'"}}});
    const System changed =
        build({.title = "New",
               .coordinates = {"X", "y", "z"},
               .lagrangian = "((X' - 2*y*y')^2 + 2*y'^2 + 3*z'^2)/2 - (X - y^2)*z",
               .constraints = {{.name = "c", .equation = "z' = y*(X' - 2*y*y')"}}});
    const State state =
        on_constraints(system, {.t = 0, .q = {0.3L, 0.8L, 0.5L}, .v = {0.7L, -0.4L, 0.2L}});
    const Real y = state.q[1], vy = state.v[1];
    State there = state;
    there.q[0] += y * y;
    there.v[0] += 2 * y * vy;
    const Vector a = motion_of(maggi(system), system, state).a;
    expect_near(motion_of(maggi(changed), changed, there).a,
                {a[0] + 2 * y * a[1] + 2 * vy * vy, a[1], a[2]}, "accelerations", 1e-16L);
}

}  // namespace
}  // namespace rattleback::testing
