#include "study/constrain_model.hpp"

#include <gmock/gmock.h>

#include "equations/formulations.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// A wheel of two frictions, the second of which grows with time.
Description braked() {
    return {.title = "Braked",
            .coordinates = {"x", "y"},
            .parameters = {{"c", "1/2"}},
            .lagrangian = "(x'^2 + 2*x'*y' + 3*y'^2)/2 - x^2/2",
            .forces = {{.on = "x", .value = "-c*x'"}, {.on = "y", .value = "-t*y'"}},
            .initial = {{"x'", "1"}, {"y'", "2"}}};
}

// The multipliers are 1: the reaction is the force, in a form that knows nothing of Theorem IV.
TEST(ConstrainModel, HasTheForceForItsReaction) {
    for (const ForceSplit split :
         {ForceSplit::Whole, ForceSplit::Forces, ForceSplit::Coordinates}) {
        const ConstrainedModel found = constrain_model(braked(), split);
        const System free = build(braked());
        const Equations equations = derive(found.system, "udwadia_kalaba");
        ASSERT_EQ(found.constraints.size(), split == ForceSplit::Whole ? 1 : 2);
        const auto solution = solve(equations.matrix, equations.right);
        ASSERT_TRUE(solution);
        std::vector<Replacement> known;
        for (std::size_t i = 0; i < solution->size(); ++i)
            known.emplace_back(equations.unknowns[i], (*solution)[i]);
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_TRUE(
                are_equal(substitute(equations.reactions[i], known), free.force[i]).proved_zero());
        EXPECT_THAT(to_texts(found.sentences),
                    Contains(HasSubstr("so that the motion is the same")));
        EXPECT_THAT(to_texts(found.sentences), Contains(HasSubstr("not the only way")));
    }
}

TEST(ConstrainModel, SaysWhereTheForceVanishes) {
    Description point{.title = "Point",
                      .coordinates = {"x"},
                      .lagrangian = "x'^2/2",
                      .forces = {{.on = "x", .value = "-x'"}},
                      .initial = {{"x'", "1"}}};
    const auto said = [](const Description& d, ForceSplit split = ForceSplit::Whole) {
        return to_texts(constrain_model(d, split).sentences);
    };
    EXPECT_THAT(said(point), Contains("Where x' = 0 less is required, and the motion is not "
                                      "determined: a run stops there."));
    EXPECT_EQ(said(point).size(), 2);
    point.initial.clear();
    EXPECT_THAT(said(point), Contains(HasSubstr("It is so at the start of the model")));
    point.forces.push_back({.on = "x", .value = "-2*x'"});
    EXPECT_THAT(said(point, ForceSplit::Forces),
                Contains(HasSubstr("These forces depend on each other")));
}

TEST(ConstrainModel, KeepsForcesWithPotentialsAlone) {
    Description point{.title = "Point",
                      .coordinates = {"x"},
                      .forces = {{.on = "x", .value = "-x'"}, {.potential = "x^2"}}};
    point.particles = {{.name = "P", .mass = "1", .position = {"x", "0"}, .force = {"1", "0"}}};
    const Description description = constrain_model(point).system.description;
    ASSERT_EQ(description.forces.size(), 1);
    EXPECT_EQ(description.forces[0].potential.text(), "x^2");
    EXPECT_TRUE(description.particles[0].force.empty());
    ASSERT_EQ(description.constraints.size(), 1);
}

// Of a spring the potential stays, and the damper is a force like others.
TEST(ConstrainModel, TakesDampersForForces) {
    Description point{.coordinates = {"x"}, .lagrangian = "x'^2/2"};
    point.frames = {{.name = "f", .origin = {"x", "0", "0"}}};
    point.springs = {
        {.between = {"vector(-1, 0, 0)", "position(f)"}, .stiffness = "3", .damping = "1/2"},
        {.between = {"vector(-1, 0, 0)", "position(f)"}, .damping = "2"}};
    const ConstrainedModel found = constrain_model(point, ForceSplit::Forces);
    EXPECT_EQ(found.title, "model");
    ASSERT_EQ(found.constraints.size(), 2U);
    EXPECT_TRUE(are_equal(found.constraints[0].force[0], parse("-x'/2")).proved_zero());
    EXPECT_TRUE(are_equal(found.constraints[1].force[0], parse("-2*x'")).proved_zero());
    ASSERT_EQ(found.system.description.springs.size(), 1U);
    EXPECT_EQ(found.system.description.springs[0].stiffness.text(), "3");
    EXPECT_TRUE(found.system.description.springs[0].damping.empty());
    const Equation whole = constrain_model(point).constraints.at(0).equation;
    EXPECT_TRUE(are_equal(whole.right, parse("-5/2*x'*(-3*(x + 1) - 5/2*x')")).proved_zero());
}

}  // namespace
}  // namespace rattleback
