#include "structure/conserved.hpp"

#include <gmock/gmock.h>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "rattleback/errors.hpp"
#include "structure/closed_forms.hpp"
#include "structure/rate.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::model_file;
using ::testing::Not;
using ::testing::StartsWith;

// A particle on a blade that the law (1, x) directs: its speed is constant, its momentum is not.
Description guided(std::vector<Assignment> expect) {
    return {.coordinates = {"x", "y"},
            .definitions = {{"speed2", "x'^2 + y'^2"}},
            .lagrangian = "(x'^2 + y'^2)/2",
            .constraints = {{.name = "blade", .equation = "y' = x*x'"}},
            .initial = {{"x'", "1"}},
            .expect = std::move(expect)};
}

TEST(Conserved, QuantitiesAreProvedConstant) {
    const Conserved found =
        conserved(build(guided({{"speed2", "constant"}, {"y - x^2/2", "constant"}})));
    EXPECT_EQ(found.hold, Answer::Yes);
    EXPECT_THAT(to_texts(found.sentences),
                ElementsAre("speed2 is constant along the motion: proved.",
                            "y - x^2/2 is constant along the motion: proved."));
}

// E = p·v − L by its name, in a curved metric with a potential; with a force or an affine constraint
// it is not constant, and a model may use the name for something else.
TEST(Conserved, TheEnergyHasAName) {
    Description d{.coordinates = {"x", "y"},
                  .lagrangian = "(1 + x^2)*x'^2/2 + 3*y'^2/2 - x*y",
                  .constraints = {{.equation = "y' = x*x'"}},
                  .initial = {{"x'", "1"}},
                  .expect = {{"energy", "constant"}}};
    EXPECT_THAT(to_texts(conserved(build(d)).sentences),
                ElementsAre("energy is constant along the motion: proved."));
    d.forces = {{.on = "x", .value = "-x'"}};
    EXPECT_EQ(conserved(build(d)).hold, Answer::No);
    d.forces = {};
    d.constraints = {{.equation = "y' = x*x' + 1"}};
    EXPECT_EQ(conserved(build(d)).hold, Answer::No);
    d.constraints = {{.equation = "y' = x*x'"}};
    d.definitions = {{"energy", "x'^2"}};
    EXPECT_EQ(conserved(build(d)).hold, Answer::No);
}

// The energy is known by its formula: with limits within which no rate along the solved equations is
// proved or certified, the proof by ∂L/∂t = 0 and forces without power is found whatever it is called.
TEST(Conserved, TheEnergyIsKnownByItsFormula) {
    const Description d{.coordinates = {"x", "y", "z"},
                        .parameters = {{"k", "2"}},
                        .definitions = {{"T", "(1 + x^2)*x'^2/2 + (2 + sin(x))*y'^2 + z'^2/2"}},
                        .lagrangian = "T - x*y - z^4",
                        .forces = {{.on = "x", .value = "-k*x"}},
                        .constraints = {{.equation = "y' = x*x' + cos(y)*z'"}},
                        .initial = {{"x'", "1"}},
                        .expect = {{"energy + k*x^2/2", "constant"},
                                   {"T + x*y + z^4 + k*x^2/2", "constant"},
                                   {"(T + x*y + z^4 + k*x^2/2)^2", "constant"}}};
    const Conserved found = conserved(build(d), {.terms = 60, .work = 60});
    ASSERT_EQ(found.sentences.size(), 3U);
    EXPECT_THAT(to_text(found.sentences[0]), HasSubstr("is constant along the motion: proved."));
    EXPECT_THAT(to_text(found.sentences[1]), HasSubstr("is constant along the motion: proved."));
    EXPECT_THAT(to_text(found.sentences[2]), Not(HasSubstr("proved")));
}

// Each of these has the rate zero wherever it has a rate, and jumps as x passes through zero or, the
// last two, as an angle passes through a cut.
TEST(Conserved, WhatJumpsIsConstantOnlyBetweenItsJumps) {
    const Description free{.coordinates = {"x"},
                           .lagrangian = "x'^2/2 - x^2/2",
                           .initial = {{"x", "1"}},
                           .expect = {}};
    const std::pair<const char*, const char*> cases[] = {
        {"sign(x)", "x = 0"},
        {"abs(x)/x", "x = 0"},
        {"sqrt(x^2)/x", "x = 0"},
        {"sign(x)*sign(x')", "x = 0"},
        {"atan(x) + atan(1/x)", "x = 0"},
        {"log(x^2) - 2*log(abs(x)) + sign(x)", "x = 0"},
        {"atan(tan(3*x)) - 3*x", "cos(3*x) = 0"},
        {"atan2(sin(5*x), cos(5*x)) - 5*x", "sin(5*x) = 0"}};
    for (const auto& [text, zero] : cases) {
        Description d = free;
        d.expect = {{text, "constant"}};
        const System system = build(d);
        const Rate rate = rate_along_motion(system, system.expect[0].first);
        EXPECT_FALSE(rate.is_conserved()) << text;
        const Conserved found = conserved(system);
        const bool must_be_decided = std::string_view(text).find("tan") == std::string_view::npos;
        EXPECT_TRUE(rate.zero.holds() || !must_be_decided) << text;
        if (!rate.zero.holds()) continue;  // not decided, which says nothing wrong
        EXPECT_EQ(found.hold, Answer::Unknown) << text;
        EXPECT_THAT(to_texts(found.sentences),
                    ElementsAre(AllOf(HasSubstr(" between the states where "), HasSubstr(zero))));
    }
}

// Divisors at which there is no motion, or that never vanish, change nothing.
TEST(Conserved, WhatCannotJumpIsConserved) {
    Description planet{.coordinates = {"x", "y"},
                       .parameters = {{"c", "2"}},
                       .lagrangian = "(x'^2 + y'^2)/2 + 1/sqrt(x^2 + y^2)",
                       .initial = {{"x", "1"}, {"y'", "1"}},
                       .expect = {{"(x'^2 + y'^2)/2 - 1/sqrt(x^2 + y^2)", "constant"},
                                  {"(x*y' - y*x')/(1 + c^2)", "constant"},
                                  {"y'*(x*y' - y*x') - x/sqrt(x^2 + y^2)", "constant"},
                                  {"sign(1 + x^2)", "constant"}}};
    EXPECT_EQ(conserved(build(planet)).hold, Answer::Yes);
    Description fast{.coordinates = {"x"},
                     .lagrangian = "-sqrt(1 - x'^2)",
                     .initial = {{"x'", "1/2"}},
                     .expect = {{"1/sqrt(1 - x'^2)", "constant"}}};
    EXPECT_EQ(conserved(build(fast)).hold, Answer::Yes);
    // The velocity x' cannot come to where log(x') is infinite.
    Description slope{.coordinates = {"x"},
                      .lagrangian = "x'^2/2",
                      .forces = {{.on = "x", .value = "-x'/(1 + 2*x'^2)"}},
                      .initial = {{"x'", "1"}},
                      .expect = {{"log(x') + x'^2 + t", "constant"}}};
    EXPECT_EQ(conserved(build(slope)).hold, Answer::Yes);
}

TEST(Conserved, OthersAreRefuted) {
    const Conserved found = conserved(build(guided({{"x'", "constant"}})));
    EXPECT_EQ(found.hold, Answer::No);
    EXPECT_THAT(to_texts(found.sentences),
                ElementsAre(StartsWith("x' is NOT constant: it changes at the rate")));
}

TEST(Conserved, IsNoClosedForm) {
    const System system = build(guided({{"speed2", "constant"}}));
    EXPECT_TRUE(closed_forms(system).sentences.empty());
    EXPECT_TRUE(conserved(build(guided({}))).sentences.empty());
    EXPECT_EQ(conserved(build(guided({}))).hold, Answer::Yes);
}

TEST(Conserved, MayHaveMultipliersOfVakonomicMotion) {
    const Conserved found = conserved(model_file("skate_vakonomic"));
    EXPECT_EQ(found.hold, Answer::Yes);
    EXPECT_EQ(found.sentences.size(), 3U);
}

TEST(Conserved, IsFollowedAlongTheMotion) {
    for (const bool right : {true, false}) {
        const System system = build(guided({{right ? "speed2" : "speed2 + x'/1000", "constant"}}));
        const Equations equations = derive(system, "lagrange_multipliers");
        SimulationOptions options;
        options.integration.until = 2;
        options.integration.dense = true;
        const Trajectory run = simulate(system, equations, options);
        int seen = 0;
        for (const MotionCheck& check : check_motion(system, equations, run))
            if (check.name.starts_with("constant ")) {
                EXPECT_EQ(check.holds(), right) << check.largest;
                ++seen;
            }
        EXPECT_EQ(seen, 1);
    }
}

TEST(Conserved, AVariableWithAFormulaIsAClosedFormStill) {
    try {
        build(guided({{"speed2", "1"}}));
        FAIL() << "a closed form of an abbreviation";
    } catch (const ModelError& error) {
        EXPECT_THAT(error.what(), HasSubstr("that they are \"constant\""));
    }
}

}  // namespace
}  // namespace rattleback
