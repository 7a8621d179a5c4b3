// Models at the edge: parameters that are zero, constraints that repeat, contradict or hide others,
// starts on the other branch. What is said of them must still be true.
#include <gmock/gmock.h>

#include "expr/parse.hpp"
#include "structure/agreement.hpp"
#include "structure/classification.hpp"
#include "structure/closed_forms.hpp"
#include "structure/energy_balance.hpp"
#include "structure/physics.hpp"
#include "structure/rate.hpp"
#include "structure/reversibility.hpp"
#include "structure/singular_states.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::model_file;
using ::testing::Not;

TEST(DegenerateModels, AMassThatIsZeroByItsValue) {
    const System system = build({.coordinates = {"x", "y"},
                                 .parameters = {{"m", "0"}},
                                 .lagrangian = "(m*x'^2 + y'^2)/2 - x^2"});
    EXPECT_TRUE(has_errors(findings(system)));
    EXPECT_THAT(to_texts(singular_states(system).sentences),
                Contains(HasSubstr("velocities along { x = 1 } have no inertia")));
}

// c = 0 makes the affine constraint linear, and dE/dt = c ẋẏ/(1 + y²) vanish.
TEST(DegenerateModels, EnergyConservedForTheGivenValues) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .parameters = {{"c", "0"}},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                 .constraints = {{.equation = "z' = c + y*x'"}}});
    const EnergyBalance balance = energy_balance(system);
    EXPECT_EQ(balance.conserved, Answer::Yes);
    EXPECT_THAT(to_text(balance.sentences[0]), HasSubstr("With the numbers of the model"));
}

// The spring stays in the energy when there is friction beside it.
TEST(DegenerateModels, FrictionLeavesThePotentialInTheEnergy) {
    const System system =
        build({.coordinates = {"x"},
               .parameters = {{"k", "3"}, {"c", "1"}},
               .lagrangian = "x'^2/2",
               .forces = {{.potential = "k*x^2/2"}, {.on = "x", .value = "-c*x'"}}});
    const EnergyBalance balance = energy_balance(system);
    EXPECT_EQ(balance.potential, parse("k*x^2/2"));
    EXPECT_EQ(balance.force_power, parse("-c*x'^2"));
}

TEST(DegenerateModels, AHiddenConstraintIsAnError) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.name = "a", .equation = "x' = y"},
                                                 {.name = "b", .equation = "x' = 0"}}});
    EXPECT_TRUE(has_errors(findings(system)));
    EXPECT_THAT(to_texts(classification(system).sentences()),
                Not(Contains(HasSubstr("are constant"))));
}

TEST(DegenerateModels, ReactionsWithoutPowerThoughTheVelocityIsNotInW) {
    const System system = build(
        {.coordinates = {"x"}, .lagrangian = "x'^2/2", .constraints = {{.equation = "x' = 3"}}});
    EXPECT_THAT(to_texts(energy_balance(system).sentences),
                Contains("The reactions do no work: their power is zero along every motion."));
}

TEST(DegenerateModels, ReversalOfAParametrizationThatIsNotOddIsNotDecided) {
    Description parallel = model_file("parallel_points_spring").description;
    parallel.constraints.clear();
    EXPECT_EQ(reversibility(build(parallel)).reversible, Answer::Unknown);
}

// l²(ẋ² + ẏ²) = (xẏ − yẋ)² on x² + y² = l², and only there.
TEST(DegenerateModels, RatesAreTakenOnThePositionalConstraints) {
    const System pendulum = build({.coordinates = {"x", "y"},
                                   .parameters = {{"l", "2"}, {"g", "1"}},
                                   .lagrangian = "(x'^2 + y'^2)/2 - g*y",
                                   .constraints = {{.equation = "x^2 + y^2 = l^2"}},
                                   .initial = {{"y", "-l"}, {"x'", "1"}}});
    const Rate rate = rate_along_motion(pendulum, parse("(x*y' - y*x')^2 - l^2*(x'^2 + y'^2)"));
    EXPECT_TRUE(rate.zero.proved_zero());
    EXPECT_TRUE(rate_along_motion(pendulum, parse("x*y' - y*x'")).zero.proved_nonzero());
}

TEST(DegenerateModels, WhereTheEquationsAreNotDefined) {
    EXPECT_THAT(to_texts(singular_states(model_file("appell_hamel")).sentences),
                Contains("The equations of motion are not defined where x' = 0 and y' = 0."));
    EXPECT_THAT(to_texts(singular_states(model_file("skate")).sentences),
                Not(Contains(HasSubstr("not defined"))));
}

// [B 8.4]: the model starts with φ̇ ≠ 0, on the branch ẋ cos φ + ẏ sin φ = 0, where φ̇ is free.
TEST(DegenerateModels, TheBranchIsThatOfTheInitialState) {
    const System system = model_file("rigid_parallel");
    EXPECT_EQ(to_text(agreement(system).branch),
              "the branch x'*cos(phi) + y'*sin(phi) = 0 of the constraint 'parallel'");
    EXPECT_TRUE(rate_along_motion(system, parse("x'*cos(phi) + y'*sin(phi)")).zero.proved_zero());
    Description turned = system.description;
    turned.initial = {{"x'", "1"}};
    EXPECT_EQ(to_text(agreement(build(turned)).branch),
              "the branch phi' = 0 of the constraint 'parallel'");
}

TEST(DegenerateModels, TheRootIsThatOfTheInitialState) {
    Description cone{.coordinates = {"x", "y", "z"},
                     .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                     .constraints = {{.name = "cone", .equation = "z'^2 = x'^2 + y'^2"}},
                     .initial = {{"x'", "3"}, {"y'", "4"}, {"z'", "5"}}};
    EXPECT_THAT(to_text(agreement(build(cone)).branch), HasSubstr("z' = sqrt(x'^2 + y'^2)"));
    cone.initial.back().formula = "-5";
    EXPECT_THAT(to_text(agreement(build(cone)).branch), HasSubstr("z' = -sqrt(x'^2 + y'^2)"));
}

TEST(DegenerateModels, AClosedFormIsNotRefutedByVelocitiesThatWereCompleted) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.equation = "y' = -x'"}},
                                 .initial = {{"x'", "3"}},
                                 .expect = {{"x", "3*t"}, {"y", "-3*t"}}});
    EXPECT_EQ(closed_forms(system).hold, Answer::Yes);
}

// A mass matrix that is singular in every state has no inverse; multipliers need none.
TEST(DegenerateModels, FormsThatInvertASingularMassRefuse) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x' + y')^2/2 - x^2/2",
                                 .constraints = {{.equation = "x' = 2*y'"}}});
    for (const char* form : {"udwadia_kalaba", "second_order"})
        EXPECT_EQ(formulation(form).refusal(system), "the mass matrix is singular in every state");
    EXPECT_TRUE(agreement(system).all_agree());
}

// A straight train along x is a state like any other: no factor of ψ vanishes there.
TEST(DegenerateModels, TheParametrizationIsRegularWhereTheMotionBegins) {
    for (const char* model : {"trailers2", "snake3", "ball_on_turntable"}) {
        const System system = model_file(model);
        const Equations equations = derive(system, "benenti");
        EXPECT_EQ(equations.notes.size(), 0U) << model;
    }
    const Equations trailers = derive(model_file("trailers2"), "benenti");
    EXPECT_EQ(trailers.velocities[0],
              parse("u2*cos(theta2)*cos(theta0 - theta1)*cos(theta1 - theta2)"));
}

}  // namespace
}  // namespace rattleback
