#include "structure/classification.hpp"

#include <gmock/gmock.h>

#include "expr/print_text.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::model_file;

System plane(const std::vector<ConstraintDescription>& constraints) {
    return build({.coordinates = {"x", "y", "phi"},
                  .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
                  .constraints = constraints});
}

TEST(Classification, Skate) {
    const Classification c = classification(model_file("skate"));
    ASSERT_EQ(c.constraints.size(), 1U);
    EXPECT_EQ(c.constraints[0].constraint.dependence, Dependence::Linear);
    EXPECT_EQ(c.constraints[0].is_integrable(), Answer::No);
    ASSERT_EQ(c.sets.size(), 1U);
    EXPECT_THAT(c.sets[0].together.flag->growth, ElementsAre(2, 3));
    EXPECT_EQ(c.chaplygin.answer, Answer::Yes);
    EXPECT_THAT(
        to_texts(c.sentences()),
        ElementsAre(
            "The constraint 'blade' is linear in the velocities; alone it is nonholonomic.",
            "The constraints are nonholonomic, growth vector (2, 3): every configuration can be "
            "reached, "
            "and no function of the coordinates is kept constant.",
            "The system is of Chaplygin type: y occurs nowhere but by velocities, and follows by "
            "quadrature."));
}

// z' = z y x' has the generic growth (2, 3), but keeps z = 0 and the sign of z. z' = y^2 x' grows more
// slowly at y = 0, (2, 2, 3), and reaches everything.
TEST(Classification, WhatGrowsInGeneralNeedNotReachEverything) {
    const auto sentence = [](const char* equation) {
        const Classification c =
            classification(build({.coordinates = {"x", "y", "z"},
                                  .parameters = {{"r", "2"}},
                                  .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                  .constraints = {{.name = "c", .equation = equation}}}));
        return to_text(c.sets.at(0).together.sentences.at(0));
    };
    for (const char* equation : {"z' = z*y*x'", "z' = sin(z)*y*x'", "z' = r*z^2*cos(y)*x'"})
        EXPECT_THAT(sentence(equation), HasSubstr("from almost every configuration")) << equation;
    for (const char* equation :
         {"z' = y*x'", "z' = r*y*x'", "z' = (y + y^3)*x'", "z' = sinh(y)*x'", "z' = y^2*x'",
          "z' = sin(y)*x'", "x'*sin(z) = y'*cos(z)", "y' = x'*tan(z)"})
        EXPECT_THAT(sentence(equation), HasSubstr(": every configuration can be reached"))
            << equation;
}

TEST(Classification, IntegrableAlone) {
    const Classification c =
        classification(plane({{.name = "ray", .equation = "y*x' - x*y' = 0"}}));
    EXPECT_EQ(c.constraints[0].is_integrable(), Answer::Yes);
    EXPECT_EQ(to_text(c.constraints[0].sentences[0]),
              "The constraint 'ray' is linear in the velocities; alone it is integrable: x/y is "
              "constant between the states where y = 0.");
    EXPECT_THAT(c.sets[0].together.flag->growth, ElementsAre(2));
}

TEST(Classification, IntegrableOnlyJointly) {
    const Classification c =
        classification(plane({{.equation = "phi' = y*x'"}, {.equation = "y' = 0"}}));
    EXPECT_EQ(c.constraints[0].is_integrable(), Answer::No);
    EXPECT_EQ(c.constraints[1].is_integrable(), Answer::Yes);
    EXPECT_EQ(c.sets[0].together.is_integrable(), Answer::Yes);
    EXPECT_EQ(c.sets[0].together.integrals.size(), 2U);
}

// [B 8.1]: ρρ̇ = 0 is ρ = const, and the rest is a skate. In Cartesian coordinates the distance.
TEST(Classification, OrthogonalVelocities) {
    const System polar =
        build({.coordinates = {"x", "y", "theta", "rho"},
               .lagrangian = "x'^2 + y'^2 + rho'^2/2 + rho^2*theta'^2/2",
               .constraints = {{.equation = "rho*(x'*cos(theta) + y'*sin(theta)) = 0"},
                               {.equation = "rho*(x'*cos(theta) + y'*sin(theta) + rho') = 0"}},
               .initial = {{"rho", "1"}}});
    const Classification c = classification(polar);
    ASSERT_EQ(c.sets.size(), 1U);
    EXPECT_THAT(c.sets[0].together.flag->growth, ElementsAre(2, 3));
    EXPECT_EQ(to_text(c.sets[0].together.integrals.at(0)), "rho");
    EXPECT_THAT(
        to_texts(c.sentences()),
        Contains(
            "The constraints are nonholonomic with an integrable part, growth vector (2, 3) in "
            "dimension 4: the part rho*rho' = 0 is integrable, rho is constant."));
    const Classification points = classification(model_file("orthogonal_velocities_particles"));
    EXPECT_EQ(to_text(points.sets.at(0).together.integrals.at(0)), "(x1 - x2)^2 + (y1 - y2)^2");
}

// [B 8.1] as Zeković wrote it: v₁ × v₂ = 0 is nonlinear, but with v₁ ⟂ P₁P₂ it says v₂ ⟂ P₁P₂, or v₁ = 0.
TEST(Classification, LinearInDisguiseWithTheOthers) {
    const System system = build({.coordinates = {"x1", "y1", "x2", "y2"},
                                 .lagrangian = "x1'^2 + y1'^2 + x2'^2 + y2'^2",
                                 .constraints = {{.equation = "x1'*y2' = x2'*y1'"},
                                                 {.equation = "x1'*(x2 - x1) + y1'*(y2 - y1) = 0"}},
                                 .initial = {{"x2", "1"}}});
    const ConstraintClass c = classification(system).constraints[0];
    EXPECT_TRUE(c.with_the_others);
    ASSERT_EQ(c.branches.size(), 2U);
    EXPECT_TRUE(c.branches[0].branch.is_affine());
    EXPECT_TRUE(c.branches[1].branch.is_affine());
    EXPECT_THAT(to_text(c.sentences[1]),
                HasSubstr("Together with the affine constraints it is a product"));
}

TEST(Classification, LinearInDisguiseByItself) {
    const Classification c =
        classification(plane({{.name = "s", .equation = "(x' - y*phi')^2 + y'^2 = 0"}}));
    EXPECT_TRUE(c.constraints[0].is_linear_in_disguise());
    EXPECT_EQ(c.sets.at(0).together.is_integrable(), Answer::Yes);
    EXPECT_THAT(to_text(c.constraints[0].sentences[1]),
                HasSubstr("It is linear in disguise: it says "));
}

// Of (x' − y')·(x'² + 1) the gradient on x' = y' is (x'² + 1)·(1, −1).
TEST(Classification, VanishingGradientsAreSaidWhereTheyAre) {
    const auto told = [](const char* equation) {
        const ConstraintClass c = classification(plane({{.equation = equation}})).constraints[0];
        EXPECT_TRUE(c.is_linear_in_disguise()) << equation;
        return to_text(c.sentences.at(1));
    };
    for (const char* regular : {"(x' - y')*(x'^2 + 1) = 0", "x'^3 = y'^3", "x'/y' = 1"})
        EXPECT_THAT(told(regular), Not(HasSubstr("gradient"))) << regular;
    for (const char* singular : {"(x' - y')^2 = 0", "(x' - y')^2*(x'^2 + 1) = 0"})
        EXPECT_THAT(told(singular), HasSubstr("the gradient of the constraint as written vanishes"))
            << singular;
    for (const char* kink : {"abs(x') = 0", "abs(x') + abs(y') = 0", "sqrt(x'^2 + y'^2) = 0"})
        EXPECT_THAT(told(kink), HasSubstr("the constraint as written has no gradient")) << kink;
}

// Of what no velocity satisfies nothing is said that a motion would be needed for.
TEST(Classification, NothingMoreIsSaidOfWhatCannotHold) {
    const std::vector<std::vector<ConstraintDescription>> impossible{
        {{.equation = "x'^2 + y'^2 = -1"}},
        {{.equation = "x'^2 + 1 = 0"}, {.equation = "y' = 0"}},
        {{.equation = "x'*y' = 1"}, {.equation = "x' = 0"}}};
    for (const auto& constraints : impossible) {
        const Classification c = classification(plane(constraints));
        EXPECT_TRUE(c.chaplygin.sentence.empty()) << to_text(c.chaplygin.sentence);
        EXPECT_THAT(c.sets, IsEmpty());
    }
    EXPECT_THAT(to_texts(classification(plane(impossible.back())).sentences()),
                Contains(HasSubstr("contradicts")));
}

// [B 8.4]
TEST(Classification, TwoBranches) {
    const Classification c = classification(model_file("rigid_parallel"));
    ASSERT_EQ(c.constraints[0].branches.size(), 2U);
    ASSERT_EQ(c.sets.size(), 2U);
    EXPECT_EQ(to_text(c.sets[0].branch), "phi' = 0");
    EXPECT_EQ(c.sets[0].together.is_integrable(), Answer::Yes);
    EXPECT_EQ(to_text(c.sets[0].together.integrals.at(0)), "phi");
    EXPECT_EQ(to_text(c.sets[1].branch), "x'*cos(phi) + y'*sin(phi) = 0");
    EXPECT_THAT(c.sets[1].together.flag->growth, ElementsAre(2, 3));
}

// [B 8.4] in Cartesian coordinates: the product appears only on the rod.
TEST(Classification, TwoBranchesOnThePositionalConstraint) {
    const System system = build({.coordinates = {"x1", "y1", "x2", "y2"},
                                 .lagrangian = "x1'^2 + y1'^2 + x2'^2 + y2'^2",
                                 .constraints = {{.equation = "(x2 - x1)^2 + (y2 - y1)^2 = 1"},
                                                 {.equation = "x1'*y2' = x2'*y1'"}},
                                 .initial = {{"x2", "1"}}});
    const ConstraintClass c = classification(system).constraints[1];
    EXPECT_TRUE(c.with_the_others);
    EXPECT_EQ(c.branches.size(), 2U);
}

// [B 8.3], [T: Appell–Hamel]: truly nonlinear.
TEST(Classification, TrulyNonlinear) {
    for (const char* name : {"parallel_points_spring", "appell_hamel"}) {
        const Classification c = classification(model_file(name));
        EXPECT_EQ(c.constraints[0].constraint.dependence, Dependence::Homogeneous) << name;
        EXPECT_FALSE(c.constraints[0].is_product()) << name;
        EXPECT_FALSE(c.constraints[0].is_linear_in_disguise()) << name;
        EXPECT_THAT(c.sets, IsEmpty()) << name;
        EXPECT_THAT(c.nonlinear, ElementsAre(0)) << name;
    }
}

// Its derivative vanishes, but it is not constant.
TEST(Classification, ASignOfAVelocityIsNotAffine) {
    const Classification c = classification(plane({{.equation = "y' = sign(x')"}}));
    EXPECT_FALSE(c.constraints[0].is_affine());
    EXPECT_THAT(c.sets, IsEmpty());
}

TEST(Classification, ImpossibleOfAnyDegree) {
    for (const char* equation : {"x'^4 + y'^2 + 1 = 0", "abs(x') + y'^2 + 1 = 0"}) {
        const Classification c = classification(plane({{.equation = equation}}));
        EXPECT_TRUE(c.constraints[0].is_impossible()) << equation;
        EXPECT_THAT(c.relations.found, IsEmpty()) << equation;
    }
}

TEST(Classification, Impossible) {
    const Classification c = classification(plane({{.equation = "x'^2 + y'^2 + 1 = 0"}}));
    EXPECT_TRUE(c.constraints[0].is_impossible());
    EXPECT_EQ(to_text(c.constraints[0].sentences[1]), "No real velocity satisfies it.");
}

// Time is the coordinate q⁰: the ball on a turntable has growth (3,5) at rest, (4,6) with time.
TEST(Classification, BallOnATurntable) {
    const Classification c = classification(model_file("ball_on_turntable"));
    ASSERT_EQ(c.sets.size(), 1U);
    EXPECT_TRUE(c.sets[0].together.with_time);
    EXPECT_THAT(c.sets[0].together.flag->growth, ElementsAre(4, 6));
}

TEST(Classification, PrescribedVelocityIsIntegrable) {
    const Classification c = classification(plane({{.equation = "phi' = 2*t"}}));
    EXPECT_TRUE(c.constraints[0].depends_on_time);
    EXPECT_EQ(c.sets[0].together.is_integrable(), Answer::Yes);
    EXPECT_EQ(to_text(c.sets[0].together.integrals.at(0)), "phi - t^2");
}

TEST(Classification, LinearParametrizationInPlaceOfEquations) {
    const System system =
        build({.coordinates = {"x", "y", "phi"},
               .lagrangian = "x'^2 + y'^2 + phi'^2",
               .parametrization = ParametrizationDescription{
                   .variables = {"u", "w"},
                   .velocities = {{"x'", "u*cos(phi)"}, {"y'", "u*sin(phi)"}, {"phi'", "w"}}}});
    EXPECT_THAT(classification(system).sets.at(0).together.flag->growth, ElementsAre(2, 3));
}

TEST(Classification, JackKnifedAtTheStart) {
    Description trailers = testing::model_description("trailers2");
    trailers.initial = {{"theta0", "pi/2"}};
    const Classification c = classification(build(trailers));
    EXPECT_THAT(c.sets.at(0).together.flag->growth, ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(c.sets[0].together.at_start->growth, ElementsAre(2, 3, 4, 4, 5));
    EXPECT_THAT(
        to_texts(c.sentences()),
        Contains("At the initial state growth is slower, (2, 3, 4, 4, 5): a singular state."));
}

TEST(ChaplyginType, OtherCoordinatesThanTheLastOnes) {
    // z' = y x' with the dependent coordinate listed first.
    const System system = build({.coordinates = {"z", "x", "y"},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - y^2",
                                 .constraints = {{.equation = "z' = y*x'"}}});
    const ChaplyginType type = chaplygin_type(system);
    EXPECT_EQ(type.answer, Answer::Yes);
    EXPECT_THAT(type.dependent, ::testing::AnyOf(ElementsAre(0), ElementsAre(1)));
}

TEST(ChaplyginType, NotWhenAForceKnowsTheCoordinate) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z^2 - x^2",
                                 .constraints = {{.equation = "z' = y*x'"}}});
    EXPECT_EQ(chaplygin_type(system).answer, Answer::No);
}

TEST(ChaplyginType, AHeightThatWeighsIsNotSaidToOccurNowhere) {
    // z is in the weight and in a positional constraint, and in neither once they are differentiated.
    const System system = build(
        {.coordinates = {"x", "phi", "z"},
         .lagrangian = "(x'^2 + phi'^2 + z'^2)/2 - z",
         .constraints = {{.equation = "x' = cos(phi)*phi'"}, {.equation = "z = 2*cos(phi)"}}});
    EXPECT_EQ(to_text(chaplygin_type(system).sentence),
              "The system is of Chaplygin type: x occurs nowhere but by velocities, z drops out of "
              "the free motion and of the constraints solved for x' and z', and all follow by "
              "quadrature.");
}

TEST(ChaplyginType, OfNonlinearConstraints) {
    const auto said = [](const char* potential, const char* constraint) {
        return to_text(
            chaplygin_type(
                build({.coordinates = {"x", "y", "z"},
                       .lagrangian = std::string("(x'^2 + y'^2 + z'^2)/2 - ") + potential,
                       .constraints = {{.equation = constraint}}}))
                .sentence);
    };
    const char* written = "z' = y*sqrt(x'^2 + y'^2)";
    EXPECT_EQ(said("y^2", written),
              "The system is of Chaplygin type: z occurs nowhere but by velocities, and follows by "
              "quadrature.");
    EXPECT_EQ(said("z^2", written),
              "The system is not of Chaplygin type: the dependent coordinate z occurs in the force "
              "on z.");
    // x is nowhere, and the constraint can be solved for x'.
    EXPECT_EQ(said("z^2", "z'^2 = y^2*(x'^2 + y'^2)"),
              "The system is of Chaplygin type: x occurs nowhere but by velocities, and follows by "
              "quadrature.");
    EXPECT_EQ(said("z^2*x^2", "z'^2 = y^2*(x'^2 + y'^2)"),
              "The system is not of Chaplygin type: no dependent coordinates can be chosen that "
              "occur nowhere but by velocities.");
}

TEST(ChaplyginType, OnlyHeightsThatWeigh) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - x^2 - y^2 - z",
                                 .constraints = {{.equation = "z' = y*x'"}}});
    EXPECT_EQ(to_text(chaplygin_type(system).sentence),
              "The system is of Chaplygin type: z drops out of the free motion and of the "
              "constraints solved for z', and follows by quadrature.");
}

}  // namespace
}  // namespace rattleback
