// No sentence contradicts another, or the run.
#include <gmock/gmock.h>

#include "dynamics/equilibria.hpp"
#include "equations/chaplygin.hpp"
#include "equations/formulations.hpp"
#include "equations/voronec.hpp"
#include "start/branch.hpp"
#include "structure/chaplygin_type.hpp"
#include "structure/classification.hpp"
#include "structure/physics.hpp"
#include "structure/run_branch.hpp"
#include "study/findings.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::gallery;
using ::testing::HasSubstr;
using testing::is_large;
using ::testing::IsEmpty;
using testing::model_file;
using ::testing::Not;

std::vector<std::string> sentences_of(const System& system) {
    std::vector<std::string> result;
    for (const Finding& finding : findings(system)) result.push_back(to_text(finding.sentence));
    return result;
}

// ∂b/∂v = 2 (x', y') vanishes at rest; but the start is not at rest once it is completed.
TEST(Contradictions, AStartIsJudgedAsItIsCompleted) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.name = "s", .equation = "x'^2 + y'^2 = 1"}}});
    EXPECT_THAT(sentences_of(system), Not(Contains(HasSubstr("lose rank"))));
    // Where the named values leave nothing to complete, it is singular.
    const System at_rest = build({.coordinates = {"x", "y", "z"},
                                  .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                  .constraints = {{.name = "s", .equation = "x'^2 + y'^2 = z'^2"}},
                                  .initial = {{"x'", "0"}, {"y'", "0"}, {"z'", "0"}}});
    EXPECT_THAT(sentences_of(at_rest), Contains(HasSubstr("lose rank")));
    // Positions too: the growth at y = 0 is not that at the completed y = 1.
    const System held =
        build({.coordinates = {"x", "y", "z"},
               .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
               .constraints = {{.equation = "z' = y^2*x'"}, {.equation = "y = 1"}}});
    const Classification c = classification(held);
    EXPECT_EQ(to_text(c.sets.at(0).together.start_sentence), "");
}

// What is an inequality is refused by all, in the same words.
TEST(Contradictions, InequalitiesAreNoEquations) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2 - x",
                                 .constraints = {{.name = "c", .equation = "max(0, x') = 0"}},
                                 .initial = {{"x'", "-1"}}});
    const std::string told =
        "The constraint 'c' is an inequality, and no equation: it holds wherever x' < 0, and "
        "restricts nothing there.";
    EXPECT_THAT(sentences_of(system), ElementsAre(told));
    try {
        (void)run_branch(system);
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_EQ(error.what(), told);
    }
    EXPECT_THROW((void)understood(system), NumericalError);
    const Classification found = classification(system);
    EXPECT_TRUE(found.constraints.at(0).leaves_no_motion());
    EXPECT_THAT(to_texts(found.sentences()),
                Contains("It is an inequality, and no equation: it holds wherever x' < 0, and "
                         "restricts nothing there."));
    EXPECT_TRUE(found.sets.empty());
}

// The branch is that of the completed start, and the run is on it.
TEST(Contradictions, TheBranchNamedIsTheBranchTaken) {
    for (const char* speed : {"1", "-1"}) {
        const System system =
            build({.coordinates = {"x", "y"},
                   .lagrangian = "(x'^2 + 3*y'^2)/2 - x",
                   .constraints = {{.name = "p", .equation = "(x' - y')*(x' + 2*y') = 0"}},
                   .initial = {{"x'", speed}}});
        const BranchChoice choice = on_initial_branch(system);
        const Equations equations = derive(choice.system, "lagrange_multipliers");
        SimulationOptions options;
        options.integration.until = 0.1;
        const Trajectory run = simulate(choice.system, equations, options);
        const auto& y = run.stop.state;
        const bool first = std::abs(y[2] - y[3]) < 1e-9, second = std::abs(y[2] + 2 * y[3]) < 1e-9;
        ASSERT_NE(first, second);
        EXPECT_THAT(to_texts(choice.notes),
                    Contains(HasSubstr(first ? "branch x' - y' = 0" : "branch x' + 2*y' = 0")));
    }
}

TEST(Contradictions, ChaplyginTypeIsWhereTheFormApplies) {
    std::vector<System> systems;
    for (const std::string& name : gallery())
        if (!is_large(name)) systems.push_back(model_file(name));
    // With x as the dependent coordinate it would be of the type, but z is written so.
    systems.push_back(build({.coordinates = {"x", "y", "z"},
                             .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z^2",
                             .constraints = {{.equation = "z' = y*x'"}}}));
    // Left open: any of them.
    systems.push_back(build({.coordinates = {"x", "y", "z"},
                             .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z^2",
                             .constraints = {{.equation = "z' - y*x' = 0"}}}));
    // Nonlinear, affine and with time: as written, and left open where another coordinate fits, or none.
    for (const char* constraint :
         {"z' = y*x'^2 + t", "z' = z*x'^2", "z'^2 = (1 + y^2)*x'^2 + 1", "z'^2 = x'^2*z^2 + 1",
          "x'^2 + z'^2 = 1 + y'^2", "z' = y*x' + sin(t)"})
        for (const char* potential : {"y^2 - z", "z^2", "x^2 + z^2", "x*y*z"})
            systems.push_back(build(
                {.coordinates = {"x", "y", "z"},
                 .lagrangian = std::string("(x'^2 + y'^2 + z'^2)/2 - ") + "(" + potential + ")",
                 .constraints = {{.equation = constraint}},
                 .initial = {{"z'", "2"}}}));
    // A gyroscopic term knows z, though its force does not.
    systems.push_back(build({.coordinates = {"x", "y", "z"},
                             .lagrangian = "(x'^2 + y'^2 + z'^2)/2 + z*x' - x^2",
                             .constraints = {{.equation = "z' = y*x'"}}}));
    int yes = 0, no = 0;
    for (const System& system : systems) {
        const ChaplyginType type = chaplygin_type(system);
        if (type.sentence.empty() || type.answer == Answer::Unknown) continue;
        EXPECT_EQ(type.answer == Answer::Yes, !chaplygin_refusal(system))
            << system.title() << type.sentence;
        (type.answer == Answer::Yes ? yes : no) += 1;
    }
    EXPECT_GT(yes, 15);
    EXPECT_GT(no, 15);
}

TEST(Contradictions, BranchesThatCannotHoldHaveNoIntegrals) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                 .constraints = {{.name = "p", .equation = "(x' - 1)*y' = 0"},
                                                 {.name = "q", .equation = "x' = 2"}},
                                 .initial = {{"x'", "2"}}});
    const Classification c = classification(system);
    ASSERT_EQ(c.sets.size(), 2U);
    for (const SetClass& set : c.sets) {
        const bool can_hold = to_text(set.branch) != "x' - 1 = 0";
        EXPECT_EQ(set.can_hold, can_hold);
        EXPECT_EQ(set.together.integrals.empty(), !can_hold) << set.branch;
    }
    EXPECT_THAT(to_texts(c.sentences()), Contains(HasSubstr("which never holds")));
}

// V = x⁴ and its kin: the linearization is degenerate, the equilibrium alone.
TEST(Contradictions, IsolatedEquilibriaAreNoFamilies) {
    const auto family = [](std::vector<Written> coordinates, const char* lagrangian) {
        const Equilibria found = equilibria(
            build({.coordinates = std::move(coordinates), .lagrangian = lagrangian}), {.tries = 3});
        return found.found.at(0).family.dimension;
    };
    EXPECT_EQ(family({"x"}, "x'^2/2 - x^4"), 0U);
    EXPECT_EQ(family({"x"}, "x'^2/2 + x^4"), 0U);
    EXPECT_EQ(family({"x", "y"}, "(x'^2 + y'^2)/2 - x^4 - y^4"), 0U);
    EXPECT_EQ(family({"x", "y"}, "(x'^2 + y'^2)/2 - (x^2 + y^2)^2"), 0U);
    // A line, degenerate across itself; and a valley with a cross in it.
    EXPECT_EQ(family({"x", "y"}, "(x'^2 + y'^2)/2 - (x - y)^4"), 1U);
    EXPECT_EQ(family({"x", "y"}, "(x'^2 + y'^2)/2 - (x^2 - 1)^2*x^2 - y^2/2"), 0U);
    EXPECT_EQ(family({"x", "y"}, "(x'^2 + y'^2)/2 - x^2*y^2"), 1U);
}

TEST(Contradictions, NegativeMassesAreRemarked) {
    const auto particle = [](const char* mass) {
        return sentences_of(
            build({.coordinates = {"x", "y"},
                   .parameters = {{"m", mass}},
                   .particles = {{.name = "P", .mass = "m", .position = {"x", "y"}}}}));
    };
    EXPECT_THAT(particle("1"), IsEmpty());
    EXPECT_THAT(particle("-1"),
                ElementsAre("The mass of the particle 'P' is negative.",
                            "The kinetic energy is negative at the initial state, for every "
                            "velocity."));
    const auto metric = [](const char* lagrangian) {
        return sentences_of(build({.coordinates = {"x", "y"}, .lagrangian = lagrangian}));
    };
    EXPECT_THAT(metric("(x'^2 - y'^2)/2"),
                ElementsAre("The kinetic energy is not positive definite at the initial state: it "
                            "is negative for some velocities."));
    // In any units.
    EXPECT_THAT(metric("(10^(-30)*x'^2 + 10^30*y'^2)/2"), IsEmpty());
    EXPECT_THAT(metric("(10^30*x'^2 - 10^(-30)*y'^2)/2"), Not(IsEmpty()));
}

// The methods that ran, and when.
TEST(Contradictions, AChangeOfMethodIsTold) {
    const System stiff = build({.coordinates = {"x"},
                                .lagrangian = "x'^2/2 - 10^8*x^2/2",
                                .forces = {{.on = "x", .value = "-10^6*x'"}},
                                .initial = {{"x", "1"}}});
    SimulationOptions options;
    options.integration.until = 1;
    const Equations equations = derive(stiff, "benenti");
    const Trajectory run = simulate(stiff, equations, options);
    ASSERT_EQ(run.methods.size(), 2U);
    EXPECT_EQ(run.methods[0].name, "taylor");
    EXPECT_EQ(run.methods[1].name, "bdf");
    EXPECT_EQ(run.method, "bdf");
    EXPECT_THAT(
        to_text(
            motion_section({stiff, {}, equations, options.integration, run}, {}).sentences.at(0)),
        HasSubstr("with taylor, and from t = "));
}

}  // namespace
}  // namespace rattleback
