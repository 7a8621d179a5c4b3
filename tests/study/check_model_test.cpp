// What check says of a model, simulate does: a model that the one calls an error the other refuses, in
// the same words.

#include "study/check_model.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/work_limit.hpp"
#include "rattleback/errors.hpp"
#include "study/find_equilibria.hpp"
#include "study/linearize_model.hpp"

namespace rattleback::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> sentences(const ModelCheck& check) {
    std::vector<std::string> result;
    for (const Section& section : check.sections)
        for (const Sentence& each : section.sentences) result.push_back(to_text(each));
    return result;
}

// Refused by simulate, called an error by check.
void expect_refused(const Description& model, const std::string& sentence) {
    try {
        run_motion(model, {.until = 1});
        ADD_FAILURE() << "not refused: " << sentence;
    } catch (const NumericalError& error) {
        EXPECT_EQ(error.what(), sentence);
    }
    const ModelCheck check = check_model(model);
    EXPECT_FALSE(check.ok());
    EXPECT_THAT(sentences(check), Contains("Error: " + sentence));
    EXPECT_THROW(linearize_model(model, {}), NumericalError);
    EXPECT_THROW(find_equilibria(model), NumericalError);
}

Description particle(const std::vector<ConstraintDescription>& constraints) {
    return {.coordinates = {"x", "y", "z"},
            .parameters = {{"a", "2"}},
            .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
            .constraints = constraints};
}

TEST(CheckModel, HiddenRelationsAreRefusedInTheSameWords) {
    Description model =
        particle({{.name = "c", .equation = "x' = y"}, {.name = "d", .equation = "x' = z"}});
    model.initial = {{"y", "1"}, {"z", "1"}, {"y'", "1/2"}};
    expect_refused(model,
                   "The constraint 'd' agrees with 'c' only where y - z = 0; if that is meant, "
                   "write it as a constraint of its own.");
    model.constraints = {{.name = "c", .equation = "x' = a*y"},
                         {.name = "d", .equation = "2*x' + y' - y' = 3*z"}};
    model.initial = {};
    expect_refused(model,
                   "The constraint 'd' agrees with 'c' only where 2*a*y - 3*z = 0; if that is "
                   "meant, write it as a constraint of its own.");
    // What is written is kept.
    model.constraints = {{.name = "c", .equation = "x' = y"},
                         {.name = "d", .equation = "x' = z"},
                         {.name = "e", .equation = "y = z"}};
    model.initial = {{"y", "1"}, {"z", "1"}, {"y'", "1/2"}};
    const auto run = run_motion(model, {.until = 1});
    EXPECT_TRUE(run.trajectory.reached_end()) << run.trajectory.stop.message;
    for (const MotionCheck& each : checks_of(run)) EXPECT_TRUE(each.holds()) << each.name;
}

TEST(CheckModel, ImpossiblePositionsAreRefusedInTheSameWords) {
    expect_refused(particle({{.name = "c", .equation = "x^2 + y^2 = -1"}}),
                   "No real position satisfies the constraint 'c'.");
}

// |v| = 1 as a root has all that |v|^2 = 1 has.
TEST(CheckModel, RootOfASquareIsDecided) {
    Description model = particle({{.name = "c", .equation = "sqrt(x'^2 + y'^2) = 1"}});
    model.initial = {{"y'", "1"}};
    for (const std::string& each : sentences(check_model(model)))
        EXPECT_THAT(each, Not(HasSubstr("not decided")));
}

TEST(CheckModel, SumOfKinksHoldsTheParticle) {
    Description model = particle({{.name = "c", .equation = "abs(x') + abs(y') = 0"}});
    model.lagrangian = "(x'^2 + y'^2 + z'^2)/2 - x - z";
    const auto run = run_motion(model, {.until = 2});
    ASSERT_TRUE(run.trajectory.reached_end()) << run.trajectory.stop.message;
    EXPECT_EQ(run.trajectory.stop.state[0], 0);
    EXPECT_NEAR(run.trajectory.stop.state[2], -2, 1e-9);
}

// Whether or not the model says how long it runs.
TEST(CheckModel, StartsThatDetermineNothing) {
    const std::vector<Description> models{{.coordinates = {"r", "phi"},
                                           .lagrangian = "(r'^2 + r^2*phi'^2)/2",
                                           .initial = {{"r'", "1"}}},
                                          {.coordinates = {"x"}, .lagrangian = "x'^2/2 + 1/x"},
                                          {.coordinates = {"x"}, .lagrangian = "x'^2/2 + abs(x)"}};
    for (Description model : models)
        for (const bool has_end : {true, false}) {
            if (has_end) model.simulate.until = 1;
            const auto run = run_motion(model, {.until = 1});
            EXPECT_TRUE(undetermined_start(run)) << run.trajectory.stop.message;
            const ModelCheck check = check_model(model);
            EXPECT_FALSE(check.ok());
            EXPECT_THAT(sentences(check), Contains("The motion is not determined at the start."));
            model.simulate.until.reset();
        }
    Description good{.coordinates = {"x"}, .lagrangian = "x'^2/2 - x^2/2"};
    EXPECT_TRUE(check_model(good).ok());
}

TEST(CheckModel, AQuestionThatTakesTooMuchWorkHasNoAnswer) {
    const Section section = asked("constraints", []() -> Section {
        const WorkLimit limit(100'000);
        for (std::int64_t i = 1;; ++i) Expr(Number(i)) * symbol("x");
    });
    EXPECT_TRUE(section.failed);
    ASSERT_EQ(section.sentences.size(), 1U);
    EXPECT_EQ(to_text(section.sentences[0]),
              "No answer: It would take more work than one question may.");
}

}  // namespace
}  // namespace rattleback::testing
