// [B 8.1] as Zekovich poses it: nonlinear constraints that are linear beside others, and those that
// say nothing beside them. The oracle is the same system with the linear constraints alone.

#include <gmock/gmock.h>

#include <algorithm>

#include "equations/formulations.hpp"
#include "structure/classification.hpp"
#include "structure/implied_constraints.hpp"
#include "structure/physics.hpp"
#include "structure/run_branch.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Equations81 = std::vector<std::string>;

const std::string first = "x1'*(x2 - x1) + y1'*(y2 - y1) = 0",
                  second = "x2'*(x2 - x1) + y2'*(y2 - y1) = 0", parallel = "x1'*y2' - x2'*y1' = 0";

// Particles with springs, of masses 1, 2, 3, the first two with velocities across their line; where
// there is a third, it moves parallel to them. At t = 0 the line is along x.
Description particles(const Equations81& equations, bool third = false) {
    Description d{.coordinates = {"x1", "y1", "x2", "y2"},
                  .lagrangian =
                      "(x1'^2 + y1'^2)/2 + x2'^2 + y2'^2 - (x1^2 + y1^2)/2 "
                      "- (x2^2 + y2^2)/4",
                  .initial = {{"x1", "0.5"},
                              {"y1", "-0.3"},
                              {"x2", "2"},
                              {"y2", "-0.3"},
                              {"y1'", "0.2"},
                              {"y2'", "-1.7"}}};
    if (third) {
        d.coordinates.insert(d.coordinates.end(), {"x3", "y3"});
        d.lagrangian = d.lagrangian.text() + " + 3*(x3'^2 + y3'^2)/2 - x3*y3/5 - y3^2";
        d.initial.insert(d.initial.end(), {{"y3'", "0.4"}, {"x3", "1"}});
    }
    for (const std::string& equation : equations)
        d.constraints.push_back(
            {.name = "c" + std::to_string(d.constraints.size()), .equation = equation});
    return d;
}

std::vector<double> end_of(const Description& d, const char* form) {
    const System system = run_branch(build(d)).system;
    SimulationOptions options;
    options.integration.until = 6;
    options.integration.rtol = 1e-11;
    options.integration.atol = 1e-12;
    const Trajectory run = simulate(system, derive(system, form), options);
    EXPECT_EQ(run.stop.reason, StopReason::ReachedEnd) << run.stop.message;
    const auto n = static_cast<std::ptrdiff_t>(system.size());
    return {run.states.back().begin(), run.states.back().begin() + n};
}

void expect_motion_of(const Description& expected, const Description& posed) {
    const std::vector<double> truth = end_of(expected, "lagrange_multipliers");
    for (const char* form : {"benenti", "lagrange_multipliers", "udwadia_kalaba"}) {
        const std::vector<double> found = end_of(posed, form);
        ASSERT_EQ(found.size(), truth.size());
        for (std::size_t i = 0; i < truth.size(); ++i)
            EXPECT_NEAR(found[i], truth[i], 1e-7) << form << ", coordinate " << i;
    }
}

TEST(Zekovich, TheQuadraticOfThreeIsLeftOutInEveryOrder) {
    Equations81 all{first, second, parallel};
    std::ranges::sort(all);
    do {
        const auto quadratic =
            static_cast<std::size_t>(std::ranges::find(all, parallel) - all.begin());
        const System system = build(particles(all));
        EXPECT_THAT(implied_constraints(system), ElementsAre(quadratic));
        EXPECT_FALSE(has_errors(findings(system)));
        const std::string name = "'c" + std::to_string(quadratic) + "'";
        EXPECT_THAT(to_texts(run_branch(system).notes),
                    ElementsAre("The constraint " + name +
                                " holds wherever the others do, and is left out."));
        const Classification found = classification(system);
        EXPECT_THAT(found.relations.redundant(), ElementsAre(quadratic));
        ASSERT_EQ(found.sets.size(), 1U);
        EXPECT_THAT(to_texts(found.sentences()),
                    Contains(HasSubstr("(x1 - x2)^2 + (y1 - y2)^2 is constant")));
        expect_motion_of(particles({first, second}), particles(all));
    } while (std::ranges::next_permutation(all).found);
}

// A product that the others make vanish has no branches for a motion to stay on.
TEST(Zekovich, AProductThatIsRedundantIsNotTakenApart) {
    const Classification found =
        classification(build(particles({first, second, "(x1'*y2' - x2'*y1')*(x1' + y1'*x2) = 0"})));
    EXPECT_THAT(found.relations.redundant(), ElementsAre(2U));
    EXPECT_THAT(to_texts(found.sentences()),
                ::testing::Not(Contains(HasSubstr("a motion stays on one of"))));
    EXPECT_EQ(found.sets.size(), 1U);
}

TEST(Zekovich, OneLinearConstraintMakesTheOtherOfTheQuadratic) {
    for (const Equations81& posed : {Equations81{first, parallel}, Equations81{parallel, first},
                                     Equations81{second, parallel}}) {
        const BranchChoice choice = run_branch(build(particles(posed)));
        for (const Constraint& c : choice.system.constraints)
            EXPECT_NE(c.dependence, Dependence::Homogeneous) << c.name;
        EXPECT_EQ(choice.system.events.size(), 1U);  // where the particle comes to rest
        expect_motion_of(particles({first, second}), particles(posed));
    }
}

// The particles come to rest and turn back meanwhile: the gradient of the quadratic constraint is then a
// multiple of a linear one.
TEST(Zekovich, MotionGoesThroughRestOfAParticle) {
    for (const Equations81& posed :
         {Equations81{first, parallel}, Equations81{parallel, second, first}}) {
        Description d = particles(posed);
        d.events = {{.name = "rest", .when = "x1'*(y2 - y1) - y1'*(x2 - x1) = 0"}};
        const System system = run_branch(build(d)).system;
        const Trajectory run =
            simulate(system, derive(system, "benenti"), {.integration = {.until = 6}});
        EXPECT_TRUE(run.reached_end()) << run.stop.message;
        EXPECT_TRUE(
            std::ranges::any_of(run.events, [](const auto& e) { return e.name == "rest"; }));
    }
}

TEST(Zekovich, RelativesAreSeenThroughToo) {
    for (const char* quadratic :
         {"(2 + sin(x1))*(x1'*y2' - x2'*y1') = 0", "(1 + x1'^2)*(x1'*y2' - x2'*y1') = 0",
          "(2 + sin(t))*(x1'*y2' - x2'*y1') = 0", "(x1'*y2' - x2'*y1')*exp(x1) = 0"}) {
        SCOPED_TRACE(quadratic);
        expect_motion_of(particles({first, second}), particles({quadratic, first, second}));
        expect_motion_of(particles({first, second}), particles({first, quadratic}));
    }
    EXPECT_THAT(implied_constraints(build(particles({first, second,
                                                     "(x1'*(x2 - x1) + y1'*(y2 - y1))*x2' "
                                                     "= (x2'*(x2 - x1) + y2'*(y2 - y1))*t"}))),
                ElementsAre(2U));
}

// v₃ × v₂ = 0 is a product only once v₂ is on its branch.
TEST(Zekovich, OneBranchOpensTheNext) {
    const std::string along = "x2'*y3' - x3'*y2' = 0", third = "x3'*(x2 - x1) + y3'*(y2 - y1) = 0";
    const Description expected = particles({first, second, third}, true);
    for (const Equations81& posed :
         {Equations81{first, parallel, along}, Equations81{along, parallel, first},
          Equations81{parallel, along, first}}) {
        expect_motion_of(expected, particles(posed, true));
        // v₁ = 0 and v₂ ∥ v₃, where no linear constraint is left, or all across the line.
        const Classification found = classification(build(particles(posed, true)));
        EXPECT_EQ(found.nonlinear.size(), 1U);
    }
    // Where the model keeps away from v₁ = 0, all of them are linear.
    Description chosen = particles({first, parallel, along}, true);
    chosen.initial.push_back({"c1.branch", second});
    const Classification found = classification(build(chosen));
    EXPECT_TRUE(found.nonlinear.empty());
    EXPECT_EQ(found.sets.size(), 2U);  // v₂ = 0, and all across the line
    EXPECT_THAT(to_texts(found.sentences()),
                Contains(HasSubstr("(x1 - x2)^2 + (y1 - y2)^2 is constant")));
}

// In Cartesian coordinates the rod of [B 8.4] is a constraint on positions, beside which v₁ × v₂ = 0 is
// the product τ φ̇ = 0.
TEST(Zekovich, RodInCartesianCoordinatesHasItsTwoBranches) {
    Description d = particles({"(x2 - x1)^2 + (y2 - y1)^2 = 9/4", parallel});
    const Classification turning = classification(build(d));
    EXPECT_EQ(turning.constraints[1].branches.size(), 2U);
    expect_motion_of(particles({first, second}), d);
    d.initial = {{"x1", "0.5"}, {"y1", "-0.3"}, {"x2", "2"},  {"y2", "-0.3"},
                 {"x1'", "1"},  {"x2'", "1"},   {"y1'", "2"}, {"y2'", "2"}};
    Description translating = d;
    translating.constraints[1].equation = "y2' = y1'";  // as long as it lies along x, as it does
    expect_motion_of(translating, d);
}

// On the branch where it follows from the quadratic one, a linear constraint is not what says nothing.
TEST(Zekovich, OfAProductAndItsFactorTheProductSaysNothing) {
    for (const Equations81& posed : {Equations81{"x1'*(x1' - y2') = 0", "x1' = y2'"},
                                     Equations81{"x1' = y2'", "x1'*(x1' - y2') = 0"}}) {
        Description d = particles(posed);
        d.initial = {{"x1'", "0"}, {"y2'", "0"}, {"x2", "1"}};
        expect_motion_of(
            [&] {
                Description linear = d;
                linear.constraints = {{.equation = "x1' = y2'"}};
                return linear;
            }(),
            d);
    }
}

TEST(Zekovich, WhatSaysMoreStays) {
    for (const char* more : {"x1'*y2' + x2'*y1' = 0", "x1'*y2' - x2'*y1' = x1'^2"}) {
        const System system = build(particles({first, second, more}));
        EXPECT_THAT(implied_constraints(system), Not(Contains(2U))) << more;
    }
    const System alone = build(particles({first, parallel}));
    EXPECT_THAT(implied_constraints(alone), IsEmpty());
}

}  // namespace
}  // namespace rattleback::testing
