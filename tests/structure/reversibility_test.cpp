#include "structure/reversibility.hpp"

#include <gmock/gmock.h>

#include "support/model_file.hpp"
#include "support/true_rate.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;
using testing::model_file;

System particle(const std::vector<ConstraintDescription>& constraints,
                const std::vector<ForceDescription>& forces = {},
                const std::string& principle = "nonholonomic") {
    return build({.coordinates = {"x", "y", "z"},
                  .parameters = {{"c", "2"}},
                  .lagrangian = "(x'^2 + (1 + x^2)*y'^2 + z'^2)/2 - x*z",
                  .forces = forces,
                  .constraints = constraints,
                  .principle = principle});
}

// The oracle: accelerations of the true motion at (q, v) and at (q, −v), as numbers.
bool reverses(const System& system, testing::State state) {
    state = testing::on_constraints(system, state);
    const testing::Vector forward = testing::true_motion(system, state).a;
    for (auto& v : state.v) v = -v;
    for (const Constraint& c : system.constraints)
        if (c.order == 1 && std::fabs(testing::value_at(system, state, c.expression)) > 1e-9L)
            return false;
    const testing::Vector backward = testing::true_motion(system, state).a;
    for (std::size_t i = 0; i < forward.size(); ++i)
        if (std::fabs(forward[i] - backward[i]) > 1e-9L) return false;
    return true;
}

struct Case {
    std::vector<ConstraintDescription> constraints;
    std::vector<ForceDescription> forces;
    Answer expected;
};

TEST(Reversibility, AgreesWithNumbers) {
    const std::vector<Case> cases{
        {{{.equation = "z' = y*x'"}}, {}, Answer::Yes},
        {{{.equation = "z' = y*x'"}, {.equation = "y' = x*x'"}}, {}, Answer::Yes},
        {{{.equation = "z'^2 = x'^2 + y'^2"}}, {}, Answer::Yes},
        {{{.equation = "z'^3 = x'^3 + x*y'^3"}}, {}, Answer::Yes},
        {{{.equation = "x'^2 + y'^2 + z'^2 = 1"}}, {}, Answer::Yes},
        {{{.equation = "z' = sqrt(x'^2 + y'^2)"}}, {}, Answer::No},
        {{{.equation = "z' = c + y*x'"}}, {}, Answer::No},
        {{{.equation = "z' = y*x'"}}, {{.on = "x", .value = "-x'"}}, Answer::No},
        {{{.equation = "z' = y*x'"}}, {{.on = "x", .value = "-x'^2"}}, Answer::Yes},
        {{{.equation = "z' = y*x'"}}, {{.components = {{"x", "y'"}, {"y", "-x'"}}}}, Answer::No},
        {{{.equation = "y'' = x'"}}, {}, Answer::No},
        {{{.equation = "y'' = x'^2"}}, {}, Answer::Yes},
        {{{.equation = "z' = y*x'", .reaction = {{"x", "x'"}, {"z", "1 + y^2"}}}}, {}, Answer::No},
    };
    for (const Case& c : cases) {
        const System system = particle(c.constraints, c.forces);
        const std::string what = c.constraints[0].equation.text();
        EXPECT_EQ(reversibility(system).reversible, c.expected) << what;
        EXPECT_EQ(reverses(system, {.t = 0, .q = {0.4L, 0.7L, -0.2L}, .v = {0.6L, 0.5L, 0.9L}}),
                  c.expected == Answer::Yes)
            << what;
    }
}

// A force along the reaction is balanced by it: the motion is reversible though f is not even.
TEST(Reversibility, IsAskedOfTheMotionAndNotOfTheForces) {
    const System system =
        particle({{.equation = "z' = y*x'"}}, {{.components = {{"x", "-y*z'"}, {"z", "z'"}}}});
    EXPECT_EQ(reversibility(system).reversible, Answer::Yes);
    EXPECT_TRUE(reverses(system, {.t = 0, .q = {0.4L, 0.7L, -0.2L}, .v = {0.6L, 0.5L, 0.9L}}));
}

TEST(Reversibility, SaysWhy) {
    EXPECT_THAT(
        to_texts(
            reversibility(particle({{.name = "wind", .equation = "z' = c + y*x'"}})).sentences),
        ElementsAre("The motion is not reversible: when t and v change sign, the "
                    "constraint 'wind' does not hold."));
    EXPECT_THAT(
        to_texts(reversibility(particle({}, {{.on = "x", .value = "-c*x'"}})).sentences),
        ElementsAre(
            "The motion is not reversible: when t and v change sign, x'' changes by 2*c*x'."));
}

// Time runs backwards too: sin²t is even, sin t is not.
TEST(Reversibility, ExplicitTime) {
    EXPECT_EQ(
        reversibility(particle({{.equation = "z' = y*x'"}}, {{.on = "x", .value = "sin(t)^2"}}))
            .reversible,
        Answer::Yes);
    EXPECT_EQ(reversibility(particle({{.equation = "z' = y*x'"}}, {{.on = "x", .value = "sin(t)"}}))
                  .reversible,
              Answer::No);
    EXPECT_EQ(reversibility(particle({{.equation = "z' = t*x'"}})).reversible, Answer::No);
    EXPECT_EQ(reversibility(particle({{.equation = "z' = t^2*x'"}})).reversible, Answer::Yes);
    EXPECT_EQ(reversibility(particle({{.equation = "z' = t"}})).reversible,
              Answer::Yes);  // ż(−t)·(−1) = t
}

// [Z §3]: (q, v, λ) → (q, −v, −λ).
TEST(Reversibility, Vakonomic) {
    const Reversibility skate = reversibility(model_file("skate_vakonomic"));
    EXPECT_EQ(skate.reversible, Answer::Yes);
    EXPECT_THAT(skate.latent_signs, ElementsAre(-1));
    EXPECT_EQ(to_text(skate.sentences[1]), "Reversal takes lambda1 to its negative.");
    const Reversibility even =
        reversibility(particle({{.equation = "z'^2 = x'^2 + y'^2"}}, {}, "vakonomic"));
    EXPECT_EQ(even.reversible, Answer::Yes);
    EXPECT_THAT(even.latent_signs, ElementsAre(1));
    EXPECT_EQ(reversibility(
                  particle({{.equation = "z' = y*x'"}}, {{.on = "x", .value = "-x'"}}, "vakonomic"))
                  .reversible,
              Answer::No);
    EXPECT_EQ(reversibility(particle({{.equation = "z' = c + y*x'"}}, {}, "vakonomic")).reversible,
              Answer::No);
}

// No closed form is needed where every row is even or odd: the snake is too large for one.
TEST(Reversibility, OfALargeSystem) {
    EXPECT_EQ(reversibility(model_file("snake3")).reversible, Answer::Yes);
}

// Its rows show that they are even or odd: nothing has to be certified.
TEST(Reversibility, OfTheBicycleIsProved) {
    const std::size_t before = certified_answers();
    EXPECT_EQ(reversibility(model_file("bicycle")).reversible, Answer::Yes);
    EXPECT_EQ(certified_answers(), before);
}

TEST(Reversibility, OfTheSteeredWheelAndTheTurntable) {
    EXPECT_EQ(reversibility(model_file("ball_on_turntable")).reversible, Answer::No);
    EXPECT_EQ(reversibility(model_file("parallel_points_spring")).reversible, Answer::Yes);
}

}  // namespace
}  // namespace rattleback
