#include "structure/scope.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "geometry/special_numbers.hpp"
#include "start/branch.hpp"
#include "structure/classification.hpp"
#include "structure/closed_forms.hpp"
#include "structure/conserved.hpp"
#include "structure/energy_balance.hpp"
#include "structure/momentum.hpp"
#include "structure/physics.hpp"
#include "structure/rate.hpp"
#include "structure/reversibility.hpp"
#include "structure/singular_states.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// ż = c y ẋ + x ẋ: a contact structure for c ≠ 0, and d(z − x²/2) = 0 for c = 0.
System contact(const char* c) {
    return build({.coordinates = {"x", "y", "z"},
                  .parameters = {{"m", "3/2"}, {"c", c}},
                  .lagrangian = "m*(x'^2 + y'^2 + z'^2)/2",
                  .constraints = {{.name = "a", .equation = "z' = c*y*x' + x*x'"}},
                  .initial = {{"x'", "1"}}});
}

TEST(Scope, AConstraintIsClassifiedWithTheNumbers) {
    // Zero, and a zero that no rational arithmetic sees.
    for (const char* zero : {"0", "sqrt(8) - 2*sqrt(2)", "1/2 - 0.5"}) {
        const Classification found = classification(contact(zero));
        EXPECT_THAT(found.sets.at(0).together.flag->growth, ElementsAre(2)) << zero;
        EXPECT_EQ(to_text(found.sets[0].together.integrals.at(0)), "z - x^2/2") << zero;
        EXPECT_THAT(to_texts(found.scope.fixed), ElementsAre(std::string("c = ") + zero));
        EXPECT_THAT(to_texts(found.scope.elsewhere),
                    Contains(HasSubstr("every configuration can be reached")));
        EXPECT_EQ(to_text(found.sentences().front()),
                  "With the numbers of the model (c = " + std::string(zero) + "):");
        EXPECT_THAT(to_texts(found.sentences()), Contains("For other values of c, in general:"));
    }
    for (const char* other : {"1", "1/1000", "sqrt(2)", "pi"}) {
        const Classification found = classification(contact(other));
        EXPECT_THAT(found.sets.at(0).together.flag->growth, ElementsAre(2, 3)) << other;
        EXPECT_TRUE(found.scope.is_general()) << other;
    }
}

// Two springs: angular momentum is kept where they are equal.
Description springs(const char* k1, const char* k2) {
    return {.coordinates = {"x", "y"},
            .parameters = {{"m", "2"}, {"k1", k1}, {"k2", k2}},
            .lagrangian = "m*(x'^2 + y'^2)/2 - k1*x^2/2 - k2*y^2/2",
            .initial = {{"x", "1"}, {"y'", "1"}},
            .expect = {{"x*y' - y*x'", "constant"}},
            .symmetries = {{.name = "turn", .generator = {{"x", "-y"}, {"y", "x"}}}}};
}

TEST(Scope, EqualStiffnessesKeepAMomentum) {
    const System equal = build(springs("3", "3")), different = build(springs("3", "3.0001"));
    const Momenta kept = momenta(equal);
    EXPECT_EQ(kept.symmetries.at(0).conserved, Answer::Yes);
    EXPECT_THAT(to_texts(kept.scope.fixed), ElementsAre("k1 = 3", "k2 = 3"));
    EXPECT_THAT(to_texts(kept.sentences()), Contains(HasSubstr("its rate is x*y*(k1 - k2)")));
    EXPECT_EQ(momenta(different).symmetries.at(0).conserved, Answer::No);
    EXPECT_TRUE(momenta(different).scope.is_general());

    EXPECT_EQ(conserved(equal).hold, Answer::Yes);
    EXPECT_EQ(conserved(different).hold, Answer::No);

    const Rate rate = rate_along_motion(equal, parse("x*y' - y*x'"));
    EXPECT_TRUE(rate.zero.proved_zero());
    EXPECT_THAT(to_texts(rate.scope.fixed), ElementsAre("k1 = 3", "k2 = 3"));
    EXPECT_EQ(to_text(rate.in_general.value()), "x*y*(k1 - k2)/m");
    EXPECT_FALSE(rate_along_motion(different, parse("x*y' - y*x'")).zero.proved_zero());
    // What holds with letters holds for all values, and needs no numbers.
    const Rate energy = rate_along_motion(equal, parse("m*(x'^2+y'^2)/2 + k1*x^2/2 + k2*y^2/2"));
    EXPECT_TRUE(energy.zero.proved_zero());
    EXPECT_TRUE(energy.scope.is_general());
}

// A formula of other parameters is the reason, not their numbers.
TEST(Scope, AParameterGivenByAFormula) {
    const System system = build({.coordinates = {"x", "y"},
                                 .parameters = {{"m", "2"}, {"r", "3"}, {"J", "m*r^2"}},
                                 .lagrangian = "(J*x'^2 + m*r^2*y'^2)/2 - x^2 - y^2",
                                 .expect = {{"x*y' - y*x'", "constant"}}});
    const Conserved found = conserved(system);
    EXPECT_EQ(found.hold, Answer::Yes);
    EXPECT_THAT(to_texts(found.scopes.at(0).fixed), ElementsAre("J = m*r^2"));
}

TEST(Scope, FrictionAndAffinityThatTheNumbersSwitchOff) {
    const auto system = [](const char* b, const char* w) {
        return build({.coordinates = {"x", "y"},
                      .parameters = {{"b", b}, {"w", w}, {"k", "2"}},
                      .lagrangian = "(x'^2 + y'^2)/2 - k*x^2/2",
                      .forces = {{.on = "x", .value = "-b*x'"}},
                      .constraints = {{.equation = "y' = w + x*x'"}},
                      .initial = {{"x", "1"}}});
    };
    const System still = system("0", "0"), rubs = system("1", "0"), drifts = system("0", "1");
    EXPECT_EQ(energy_balance(still).conserved, Answer::Yes);
    EXPECT_THAT(to_texts(energy_balance(still).scope.fixed), ElementsAre("b = 0", "w = 0"));
    EXPECT_EQ(reversibility(still).reversible, Answer::Yes);
    EXPECT_EQ(energy_balance(rubs).conserved, Answer::No);
    EXPECT_EQ(energy_balance(rubs).reactions_work, Answer::No);
    EXPECT_EQ(reversibility(rubs).reversible, Answer::No);
    EXPECT_EQ(energy_balance(drifts).reactions_work, Answer::Yes);
    // With w = 0 the constraint is linear, and time is no coordinate.
    const Classification linear = classification(still);
    EXPECT_EQ(linear.constraints.at(0).constraint.dependence, Dependence::Linear);
    EXPECT_THAT(to_texts(linear.scope.fixed), ElementsAre("w = 0"));
}

TEST(Scope, SingularStatesOfTheNumbers) {
    const auto system = [](const char* a) {
        return build({.coordinates = {"x", "y"},
                      .parameters = {{"a", a}},
                      .lagrangian = "(x'^2 + y'^2)/2",
                      .constraints = {{.equation = "(x - a)*x' + a*y' = 0"}},
                      .initial = {{"x", "1"}, {"y", "1"}}});
    };
    EXPECT_TRUE(singular_states(system("1")).constraint_rank->alternatives.empty());
    const SingularStates found = singular_states(system("0"));
    ASSERT_EQ(found.constraint_rank->alternatives.size(), 1U);
    EXPECT_THAT(to_texts(found.sentences), Contains("The constraints lose rank where x = 0."));
}

TEST(Scope, AClosedFormOfTheNumbers) {
    // x = cos t for k = m only.
    const System system = build({.coordinates = {"x"},
                                 .parameters = {{"m", "2"}, {"k", "2"}},
                                 .lagrangian = "m*x'^2/2 - k*x^2/2",
                                 .initial = {{"x", "1"}},
                                 .expect = {{"x", "cos(t)"}}});
    const ClosedForms found = closed_forms(system);
    EXPECT_EQ(found.hold, Answer::Yes);
    EXPECT_THAT(to_texts(found.scope.fixed), ElementsAre("m = 2", "k = 2"));
}

TEST(Rate, OfAnAcceleration) {
    // x'' = −k x/m, so its rate is −k x'/m; and x'' + k x/m is zero, and constant.
    const System system = build(springs("3", "5"));
    EXPECT_EQ(to_text(rate_along_motion(system, parse("x''")).value), "-k1*x'/m");
    EXPECT_TRUE(rate_along_motion(system, parse("x'' + k1*x/m")).zero.proved_zero());
    // With multipliers, and in quasi-velocities: y' = x x' has y'' = x'² + x x''.
    const System guided = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2 - y",
                                 .constraints = {{.equation = "y' = x*x'"}},
                                 .initial = {{"x'", "1"}}});
    EXPECT_TRUE(rate_along_motion(guided, parse("y'' - x'^2 - x*x''")).zero.proved_zero());
    EXPECT_FALSE(rate_along_motion(guided, parse("y''")).zero.proved_zero());
}

// Numbers for which the constraints are of another kind are put in before equations are derived.
TEST(SpecialNumbers, TheRunIsThatOfTheNumbers) {
    const auto run = [](const char* constraint, std::vector<Assignment> initial) {
        const BranchChoice choice =
            on_initial_branch(build({.coordinates = {"x", "y"},
                                     .parameters = {{"c", "0"}, {"d", "1"}},
                                     .lagrangian = "(x'^2 + y'^2)/2 - x",
                                     .constraints = {{.name = "a", .equation = constraint}},
                                     .initial = std::move(initial)}));
        SimulationOptions options;
        options.integration.until = 2;
        return simulate(choice.system, derive(choice.system, "lagrange_multipliers"), options);
    };
    // y = 0: x falls freely, x = −t²/2.
    EXPECT_NEAR(run("c*x' + y = 0", {}).stop.state[0], -2, 1e-9);
    // y' = x': each takes half of the force, x = −t²/4.
    EXPECT_NEAR(run("y' - x' + c*x'^2 = 0", {}).stop.state[1], -1, 1e-9);
    // A constraint that says nothing.
    EXPECT_NEAR(run("c*y' = 0", {{"y'", "1"}}).stop.state[1], 2, 1e-9);
}

TEST(SpecialNumbers, ConstraintsThatCoincideForTheNumbers) {
    const System system = build({.coordinates = {"x", "y"},
                                 .parameters = {{"c", "1"}, {"m", "1"}},
                                 .lagrangian = "m*(x'^2 + y'^2)/2 - x",
                                 .constraints = {{.name = "a", .equation = "x' = c*y'"},
                                                 {.name = "b", .equation = "x' = y'"}}});
    EXPECT_THAT(to_texts(with_special_numbers(system).fixed), ElementsAre("c = 1"));
    std::vector<std::string> sentences;
    for (const Finding& finding : findings(system)) sentences.push_back(to_text(finding.sentence));
    EXPECT_THAT(
        sentences,
        ElementsAre("With the numbers of the model (c = 1): The constraint 'b' follows from "
                    "'a': it is redundant. The motion is still unique, the multipliers are "
                    "not."));
    EXPECT_FALSE(has_errors(findings(system)));
}

TEST(SpecialNumbers, ADenominatorThatVanishes) {
    const System system = build({.coordinates = {"x", "y"},
                                 .parameters = {{"c", "0"}},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.equation = "y' = x*x'/c"}}});
    ASSERT_EQ(findings(system).size(), 1U);
    EXPECT_THAT(to_text(findings(system)[0].sentence),
                HasSubstr("With the numbers of the model the equations have no meaning"));
}

}  // namespace
}  // namespace rattleback
