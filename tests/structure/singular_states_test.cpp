#include "structure/singular_states.hpp"

#include <gmock/gmock.h>

#include "expr/parse.hpp"
#include "support/model_file.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::model_file;

const std::vector<Parameter> values{{symbol("m"), 2}, {symbol("l"), 1}};

std::string zeros(const std::vector<std::string>& texts) {
    ExprVector expressions;
    for (const auto& text : texts) expressions.push_back(parse(text));
    return to_text(in_words(vanishing_set(expressions, values)));
}

TEST(VanishingSet, Factors) {
    EXPECT_EQ(zeros({"m*x*(y - z)"}), "x = 0, or y - z = 0");
    EXPECT_EQ(zeros({"x*y", "x*z"}), "x = 0, or y = 0 and z = 0");
    EXPECT_EQ(zeros({"x^2*(1 + y^2)"}), "x = 0");
    EXPECT_EQ(zeros({"m*x^2 + l*y^2"}), "x = 0 and y = 0");
}

TEST(VanishingSet, Nowhere) {
    EXPECT_EQ(zeros({"sin(phi)", "cos(phi)"}), "");
    EXPECT_EQ(zeros({"m"}), "");
    EXPECT_EQ(zeros({"x", "x + l"}), "");
    EXPECT_EQ(zeros({"2 + sin(x)"}), "");
    EXPECT_EQ(zeros({"x^2 - x*y + y^2 + m"}), "");
    EXPECT_EQ(zeros({"x*(x^2 + x + 1)"}), "x = 0");
    EXPECT_EQ(zeros({"2*cos(x) + 3*sin(x) + 4"}), "");
    EXPECT_EQ(zeros({"2*y^2 + y*sin(y) + 2"}), "");
    EXPECT_EQ(zeros({"sin(x)", "sin(x) - 1"}), "");
    EXPECT_EQ(zeros({"x*y", "x*y + z^2 + m"}), "");
    EXPECT_EQ(zeros({"sin(x)*cos(y)", "sin(x)*sin(y)", "cos(x)"}), "");
}

// The nearest relatives do have zeros.
TEST(VanishingSet, StatesWhatMayHold) {
    EXPECT_NE(zeros({"x^2 - 3*x*y + y^2 + m"}), "");  // indefinite
    EXPECT_NE(zeros({"x^2 + 2*x + 1"}), "");
    EXPECT_NE(zeros({"3*cos(x) + 4*sin(x) + 5"}), "");  // touches zero
    EXPECT_NE(zeros({"2*cos(x) + 3*sin(y) + 4"}), "");
    EXPECT_NE(zeros({"x*cos(x) + 2"}), "");
    EXPECT_NE(zeros({"cos(x)", "sin(x) - 1"}), "");
    EXPECT_NE(zeros({"2*y^2 + 12*y*sin(y) + 2"}), "");  // near 3*pi/2
}

// x = −y makes y (1 − z) of the second; the third of the three says nothing beside the others.
TEST(VanishingSet, PutsWhatIsSolvedIntoTheRest) {
    EXPECT_EQ(zeros({"x + y", "x*z + y"}), "x = 0 and y = 0, or x + y = 0 and z - 1 = 0");
    EXPECT_EQ(zeros({"x + y", "x*z + y", "(z - 1)*(y - 2)", "y^2 + m - 2*y + z"}), "");
    EXPECT_EQ(zeros({"y + x*z", "z*y - w", "x*z^2 + 2*z*y - w"}), zeros({"y + x*z", "z*y - w"}));
}

TEST(VanishingSet, Everywhere) {
    EXPECT_TRUE(vanishing_set({parse("sin(x)^2 + cos(x)^2 - 1"), 0}, values).everywhere);
    EXPECT_FALSE(vanishing_set({parse("x"), 0}, values).everywhere);
}

// [B 8.3]: "the kinematical state v₁ = v₂ = 0 is a singular state".
TEST(SingularStates, ParallelPoints) {
    const SingularStates states = singular_states(model_file("parallel_points_spring"));
    ASSERT_TRUE(states.constraint_rank);
    EXPECT_EQ(to_text(in_words(*states.constraint_rank)), "x1' = 0, x2' = 0, y1' = 0 and y2' = 0");
    ASSERT_TRUE(states.parametrization);
    EXPECT_EQ(to_text(in_words(*states.parametrization)), "v1 = 0 and v2 = 0");
    EXPECT_THAT(to_texts(states.sentences),
                Contains("The parametrization is singular where v1 = 0 and v2 = 0."));
}

// [B 8.1]: ρ = 0.
TEST(SingularStates, OrthogonalVelocities) {
    const System polar =
        build({.coordinates = {"x", "y", "theta", "rho"},
               .lagrangian = "x'^2 + y'^2 + rho'^2/2 + rho^2*theta'^2/2",
               .constraints = {{.equation = "rho*(x'*cos(theta) + y'*sin(theta)) = 0"},
                               {.equation = "rho*(x'*cos(theta) + y'*sin(theta) + rho') = 0"}}});
    const SingularStates states = singular_states(polar);
    EXPECT_EQ(to_text(in_words(*states.constraint_rank)), "rho = 0");
    EXPECT_EQ(to_text(in_words(*states.mass)), "rho = 0");
}

TEST(SingularStates, ParametrizationWithoutValue) {
    const System system =
        build({.coordinates = {"x", "y", "phi"},
               .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
               .constraints = {{.equation = "y'*cos(phi) - x'*sin(phi) = 0"}},
               .parametrization = ParametrizationDescription{
                   .variables = {"u", "w"},
                   .velocities = {{"x'", "u"}, {"y'", "u*tan(phi)"}, {"phi'", "w"}}}});
    EXPECT_EQ(to_text(in_words(*singular_states(system).parametrization)), "cos(phi) = 0");
}

TEST(SingularStates, RegularEverywhere) {
    EXPECT_THAT(to_texts(singular_states(model_file("skate")).sentences),
                ElementsAre("The mass matrix is regular in every state.",
                            "The rank of the constraints is the same in every state."));
}

// x² + y² = l² keeps away from x = y = 0, where its gradient vanishes.
TEST(SingularStates, WhatTheConstraintsExcludeIsLeftOut) {
    const System pendulum = build({.coordinates = {"x", "y"},
                                   .parameters = {{"l", "1"}},
                                   .lagrangian = "(x'^2 + y'^2)/2 - y",
                                   .constraints = {{.equation = "x^2 + y^2 = l^2"}}});
    EXPECT_THAT(singular_states(pendulum).constraint_rank->alternatives, IsEmpty());
}

// A speed of one, along a constraint that would lose rank at rest. The first cannot be solved for.
TEST(SingularStates, WhatAnUnsolvedConstraintExcludesIsLeftOut) {
    const auto rank_of = [](const char* speed) {
        return singular_states(build({.coordinates = {"x", "y", "z"},
                                      .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                      .constraints = {{.equation = speed}},
                                      .initial = {{"x'", "1"}}}))
            .constraint_rank;
    };
    const auto never = rank_of("x'^4 + y'^4 + z'^4 = 1"), at_rest = rank_of("x'^4 + y'^4 = z'^4");
    ASSERT_TRUE(never && at_rest);
    EXPECT_EQ(to_text(in_words(*never)), "");
    EXPECT_EQ(to_text(in_words(*at_rest)), "x' = 0, y' = 0 and z' = 0");
}

// Where ẋ = ±ẏ, rank is lost only for ż = ∓1 or at rest: the second constraint would have 0 = 3 there.
TEST(SingularStates, WhatTwoConstraintsExcludeTogetherIsLeftOut) {
    Description two{
        .coordinates = {"x", "y", "z"},
        .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
        .constraints = {{.equation = "x'^2 + y'^2 = z'^2 + 1"}, {.equation = "x'*y' + z' = 3"}},
        .initial = {{"x'", "1"}, {"y'", "1"}}};
    EXPECT_THAT(singular_states(build(two)).constraint_rank.value().alternatives, IsEmpty());
    two.constraints[1].equation = "x'*y' + z' = 0";
    EXPECT_THAT(singular_states(build(two)).constraint_rank.value().alternatives,
                ::testing::Not(IsEmpty()));
}

// [B 8.4] in Cartesian coordinates: φ̇ = 0 and τ = 0, and nothing else of what the minors say.
TEST(SingularStates, OfARodAreItsTransitions) {
    const System rod = build({.coordinates = {"x1", "y1", "x2", "y2"},
                              .lagrangian = "(x1'^2 + y1'^2)/2 + 3*(x2'^2 + y2'^2)/2",
                              .constraints = {{.equation = "(x1 - x2)^2 + (y1 - y2)^2 = 4"},
                                              {.equation = "x1'*y2' - x2'*y1' = 0"}},
                              .initial = {{"x2", "2"}}});
    const SingularStates states = singular_states(rod);
    ASSERT_EQ(states.constraint_rank.value().alternatives.size(), 1U);
    EXPECT_EQ(states.constraint_rank->alternatives[0].size(), 3U);
    EXPECT_THAT(to_texts(states.sentences),
                Contains("The constraints lose rank where x1' - x2' = 0, (x1 - x2)*x2' + "
                         "(y1 - y2)*y2' = 0 and y1' - y2' = 0."));
}

// The mass matrix is singular at a quaternion of zeros, which is none.
TEST(SingularStates, OfAUnitQuaternionAreNotAtZero) {
    EXPECT_THAT(to_texts(singular_states(model_file("chaplygin_sphere")).sentences),
                Contains("The mass matrix is regular in every state."));
}

// A plain state shows that the places are there; where none does, the sentence says that it is open.
TEST(SingularStates, ThatAPlainStateShowsAreNotCalledDoubtful) {
    const auto sentences = [](const Description& description) {
        std::vector<std::string> result;
        for (const Sentence& s : singular_states(build(description)).sentences)
            result.push_back(to_text(s));
        return result;
    };
    Description product{.coordinates = {"x", "y", "phi"},
                        .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
                        .constraints = {{.equation = "(x'*cos(phi) + y'*sin(phi))*phi' = 0"}}};
    EXPECT_THAT(sentences(product),
                Contains("The constraints lose rank where phi' = 0 and x'*cos(phi) + y'*sin(phi) = "
                         "0."));
    product.constraints[0].equation = "(x'*cos(phi) + y'*sin(phi) - exp(phi))*phi' = 0";
    EXPECT_THAT(sentences(product),
                Contains("The constraints lose rank where phi' = 0 and x'*cos(phi) + y'*sin(phi) - "
                         "exp(phi) = 0, if anywhere."));
    const Description heavy{.coordinates = {"x", "y"},
                            .lagrangian = "((1 - sin(x))*x'^2 + y'^2)/2",
                            .constraints = {{.equation = "y' = x*x'"}}};
    EXPECT_THAT(sentences(heavy), Contains("The mass matrix is singular where sin(x) - 1 = 0."));
    const Description high{.coordinates = {"x", "z"},
                           .parameters = {{"c", "1"}},
                           .lagrangian = "((1 - sin(x))*x'^2 + z'^2)/2",
                           .constraints = {{.equation = "z = c*cos(x)^3"}}};
    EXPECT_THAT(sentences(high), Contains("The mass matrix is singular where sin(x) - 1 = 0."));
    Description bound = high;  // to a circle that has no such place
    bound.constraints[0].equation = "x^2 + z^2 = c^2/4";
    EXPECT_THAT(sentences(bound),
                ::testing::Not(Contains("The mass matrix is singular where sin(x) - 1 = 0.")));
}

// Euler: v·∂b/∂v is three times a cubic form, so that where its gradient vanishes the form does too, and
// what it is equal to.
TEST(SingularStates, AFormThatIsNeverZeroKeepsItsRank) {
    const auto rank = [](const std::string& right) {
        return singular_states(
                   build({.coordinates = {"x", "y", "z"},
                          .parameters = {{"c", "1"}},
                          .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                          .constraints = {{.equation = "x'^3 + y'^3 + z'^3 + x'*y'*z'*cos(x) = " +
                                                       right}}}))
            .constraint_rank;
    };
    EXPECT_THAT(rank("c + y^2").value().alternatives, IsEmpty());
    EXPECT_THAT(rank("c - y^2").value().alternatives, ::testing::Not(IsEmpty()));
    EXPECT_THAT(rank("c*(x' + y')").value().alternatives, ::testing::Not(IsEmpty()));
}

TEST(SingularStates, SquareOfAConstraintIsSingularEverywhere) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.equation = "(x' - y')^2 = 0"}}});
    const SingularStates states = singular_states(system);
    EXPECT_TRUE(states.constraint_rank->everywhere);
    EXPECT_THAT(to_texts(states.sentences),
                Contains("The constraints lose rank in every state that they allow."));
}

// [S]: two charges driven by a field, q̇₂ = A q̇₁ with reaction along (1, 1): m₂A = m₁ is singular.
TEST(SingularStates, TransversalityOfAGeneralizedLaw) {
    const System system = build(
        {.coordinates = {"q1", "q2"},
         .parameters = {{"m1", "1"}, {"m2", "2"}},
         .lagrangian = "(m1*q1'^2 + m2*q2'^2)/2",
         .constraints = {{.equation = "q2' = q1*q1'", .reaction = {{"q1", "1"}, {"q2", "1"}}}}});
    const SingularStates states = singular_states(system);
    EXPECT_EQ(to_text(in_words(*states.transversality)), "m1 - m2*q1 = 0");
    EXPECT_THAT(states.constraint_rank->alternatives, IsEmpty());
}

// The reference of [S §6]: regular if and only if 1 + y α(y) ≠ 0.
TEST(SingularStates, TransversalityOfTheMomentumExample) {
    const System system = build(
        {.coordinates = {"x", "y", "z"},
         .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
         .constraints = {{.equation = "z' = y*x'", .reaction = {{"x", "-(y - 3)"}, {"z", "1"}}}}});
    EXPECT_EQ(to_text(in_words(*singular_states(system).transversality)), "y^2 - 3*y + 1 = 0");
}

TEST(SingularStates, VelocitiesWithoutInertia) {
    const System system =
        build({.coordinates = {"x", "y", "z"}, .lagrangian = "(x' + y')^2/2 + z'^2/2 - x^2"});
    const SingularStates states = singular_states(system);
    EXPECT_TRUE(states.mass->everywhere);
    ASSERT_EQ(states.without_inertia.size(), 1U);
    EXPECT_EQ(to_text(states.sentences[0]),
              "The mass matrix is singular: velocities along { x = -1, y = 1 } have no inertia.");
}

// At the poles of the sphere its coordinates lose their meaning. The minors that say so are long, and
// what they have in common is short.
TEST(SingularStates, OfLongMinorsWithAShortAnswer) {
    EXPECT_THAT(to_texts(singular_states(model_file("ball_on_sphere")).sentences),
                Contains("The constraints lose rank where sin(theta) = 0."));
}

TEST(SingularStates, TooLargeSaysSo) {
    const SingularStates states = singular_states(model_file("snake3"), {.terms = 5, .work = 500});
    EXPECT_FALSE(states.constraint_rank);
    EXPECT_EQ(to_text(states.sentences.back()),
              "Not all singular states were found: the exact computation grew beyond its limits.");
}

}  // namespace
}  // namespace rattleback
