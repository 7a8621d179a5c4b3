// Constraints that say nothing beside others, but are dependent on them only where these hold.

#include "structure/implied_constraints.hpp"

#include <gmock/gmock.h>

#include "equations/formulations.hpp"
#include "expr/graph.hpp"
#include "geometry/core_system.hpp"
#include "start/initial_state.hpp"
#include "structure/classification.hpp"
#include "structure/physics.hpp"
#include "structure/run_branch.hpp"
#include "support/true_run.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Repeated {
    const char* name;
    std::vector<const char*> equations;
    std::size_t implied;  // which of them follows from the others
    std::vector<Assignment> initial;
};

Description with(const std::vector<const char*>& equations,
                 const std::vector<Assignment>& initial) {
    Description d{.coordinates = {"x", "y", "z"},
                  .lagrangian = "(x'^2 + 2*y'^2 + z'^2)/2 - x/3 - z"};
    for (const char* equation : equations)
        d.constraints.push_back(
            {.name = "c" + std::to_string(d.constraints.size()), .equation = equation});
    d.initial = initial;
    return d;
}

const std::vector<Repeated>& repeated() {
    static const std::vector<Assignment> on_sphere{{"x", "0.6"}, {"z", "-0.8"}, {"y'", "1"}};
    static const std::vector<Assignment> at_zero{{"z", "-1"}, {"x'", "1"}, {"y'", "1"}};
    static const std::vector<Repeated> all{
        {"times a function",
         {"x^2 + y^2 + z^2 = 1", "(2 + x)*(x^2 + y^2 + z^2 - 1) = 0"},
         1,
         on_sphere},
        {"before the other", {"x*(x^2 + y^2 + z^2 - 1) = 0", "x^2 + y^2 + z^2 = 1"}, 0, on_sphere},
        {"from a zero of the factor",
         {"x^2 + y^2 + z^2 = 1", "x*(x^2 + y^2 + z^2 - 1) = 0"},
         1,
         at_zero},
        {"of high degree",
         {"x^4 + y^4 + z^4 + x*y = 1", "exp(z)*(x^4 + y^4 + z^4 + x*y - 1) = 0"},
         1,
         at_zero},
        {"of two others",
         {"x^2 + y^2 + z^2 = 1", "x = y/2 + 0.6",
          "z*(x^2 + y^2 + z^2 - 1) + sin(y)*(x - y/2 - 0.6) = 0"},
         2,
         {{"x", "0.6"}, {"z", "-0.8"}, {"x'", "1/2"}, {"y'", "1"}, {"z'", "3/8"}}},
        {"of velocities",
         {"x^2 + y^2 + z^2 = 1", "x*(x*x' + y*y' + z*z') + (x^2 + y^2 + z^2 - 1)*y' = 0"},
         1,
         on_sphere},
        {"with time",
         {"x^2 + y^2 + z^2 = 1 + t", "(2 + sin(t))*(x^2 + y^2 + z^2 - 1 - t) = 0"},
         1,
         {{"x", "0.6"}, {"z", "-0.8"}, {"y'", "1"}, {"x'", "0.5/0.6"}}},
    };
    return all;
}

std::vector<const char*> others(const Repeated& r) {
    std::vector<const char*> result = r.equations;
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(r.implied));
    return result;
}

TEST(ImpliedConstraints, AreFoundAndLeaveTheMotionAsItIs) {
    for (const Repeated& r : repeated()) {
        SCOPED_TRACE(r.name);
        const System given = build(with(r.equations, r.initial));
        EXPECT_THAT(implied_constraints(given), ElementsAre(r.implied));
        EXPECT_FALSE(has_errors(findings(given)));
        const System alone = build(with(others(r), r.initial));
        const InitialState start = initial_state(alone, derive(alone, "lagrange_multipliers"));
        TrueMotion motion(alone);
        const TrueRun truth = true_run(
            motion, {0, {start.q.begin(), start.q.end()}, {start.v.begin(), start.v.end()}}, {2});
        const System run = run_branch(given).system;
        for (const char* form : {"benenti", "lagrange_multipliers", "voronec_nonlinear"}) {
            const Trajectory found =
                simulate(run, derive(run, form), {.integration = {.until = 2, .at = {2}}});
            ASSERT_EQ(found.stop.reason, StopReason::ReachedEnd) << found.stop.message;
            for (std::size_t i = 0; i < 3; ++i)
                EXPECT_NEAR(found.states[0][i], static_cast<double>(truth.samples[0].q[i]), 1e-8)
                    << form;
        }
    }
}

TEST(ImpliedConstraints, AreSaidToBeRedundant) {
    const System system = build(with(repeated()[0].equations, repeated()[0].initial));
    EXPECT_THAT(to_texts(run_branch(system).notes),
                Contains("The constraint 'c1' holds wherever the others do, and is left out."));
    const Classification found = classification(system);
    EXPECT_THAT(to_texts(found.sentences()),
                Contains(HasSubstr("'c1' follows from 'c0': it is redundant")));
    EXPECT_THAT(to_texts(found.sentences()), Contains(HasSubstr("growth vector (2)")));
}

TEST(ImpliedConstraints, WhatSaysMoreStaysAndIsRefusedWhereItLosesRank) {
    const std::vector<Assignment> pole{{"z", "1"}};
    for (const char* second :
         {"z = 1", "x*(x^2 + y^2 + z^2 - 1) + (z - 1)^2 = 0", "x*(z - 1) = 0"}) {
        const System system = build(with({"x^2 + y^2 + z^2 = 1", second}, pole));
        EXPECT_THAT(implied_constraints(system), IsEmpty()) << second;
        EXPECT_TRUE(has_errors(findings(system))) << second;
    }
    const System contradiction = build(
        with({"x^2 + y^2 + z^2 = 1", "(2 + x)*(x^2 + y^2 + z^2 - 2) = 0"}, repeated()[0].initial));
    EXPECT_THAT(implied_constraints(contradiction), IsEmpty());
    EXPECT_TRUE(has_errors(findings(contradiction)));
}

// c2 = c0 + f·c1 has the gradient of c0 + f·c1 everywhere, but on the branch of c1 only where that holds.
// y'·√(1 + z'² + x'^2) with x'⁴ in it has no explicit form by which the program could see that.
TEST(ImpliedConstraints, WhatRepeatsAProductIsLeftOutOnItsBranch) {
    const std::vector<const char*> equations{
        "z' = sin(y)*sqrt(1 + x'^2 + 2*w'^2)", "w' = cos(x)*sqrt(1 + y'^2 + 2*z'^2)",
        "x'^2 = 3*y'^2",
        "(3/2 + cos(w))*(z' - sin(y)*sqrt(1 + x'^2 + 2*w'^2)) + x'^2 - 3*y'^2"
        " + w' - cos(x)*sqrt(1 + y'^2 + 2*z'^2) = 0"};
    Description d{.coordinates = {"x", "y", "z", "w"},
                  .lagrangian = "(x'^2 + 2*y'^2 + z'^2 + 3*w'^2)/2 - x/3 - z"};
    for (const char* equation : equations)
        d.constraints.push_back(
            {.name = "c" + std::to_string(d.constraints.size()), .equation = equation});
    d.initial = {{"x'", "sqrt(3)"}, {"y'", "1"}, {"w'", "sqrt(2)"}};
    const BranchChoice run = run_branch(build(d));
    EXPECT_THAT(to_texts(run.notes),
                Contains("The constraint 'c3' holds wherever the others do, and is left out."));
    Description three = d;
    three.constraints.pop_back();
    const System alone = run_branch(build(three)).system;
    const auto end = [&](const System& system, const char* form) {
        const Trajectory found =
            simulate(system, derive(system, form), {.integration = {.until = 1, .at = {1}}});
        EXPECT_EQ(found.stop.reason, StopReason::ReachedEnd) << found.stop.message;
        return std::vector<double>(found.states[0].begin(), found.states[0].end());
    };
    const std::vector<double> expected = end(alone, "lagrange_multipliers");
    for (const char* form : {"second_order", "kane", "udwadia_kalaba"}) {
        const std::vector<double> found = end(run.system, form);
        for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(found[i], expected[i], 1e-8) << form;
    }
}

// Beside the first the third is the product too: all that is left of both says x' = 2 y'.
TEST(ImpliedConstraints, NoAffineOneIsLeftOutForThoseThatAreSplitBesideIt) {
    const System system = run_branch(build(with({"z' = sin(y)*x'", "x'^2 = 4*y'^2",
                                                 "3/2*(z' - sin(y)*x') + x'^2 - 4*y'^2 = 0"},
                                                {{"x'", "2"}, {"y'", "1"}})))
                              .system;
    ASSERT_FALSE(system.constraints.empty());
    EXPECT_EQ(constraint_rows(system).a.size(), 2U);
    EXPECT_TRUE(depends_on(system.constraints[0].expression, system.v[2]));
}

// β of constraints on velocities alone is nothing but rounding at the start, and no reason to keep one.
TEST(ImpliedConstraints, AreSeenWhereTheRestOfTheirRowsIsRounding) {
    const System system = build(
        with({"y'*z' = 5/16", "x' = -sqrt(3)*y'", "(1 + y^2/2)*(y'*z' - 5/16) + x'^2 - 3*y'^2 = 0"},
             {{"y", "-0.19452618673231596"},
              {"x'", "0.36738514119480410"},
              {"y'", "-0.21210991016508883"},
              {"z'", "-1.47329278371187757"}}));
    EXPECT_THAT(implied_constraints(system), ElementsAre(2));
}

// xz = 0 says z' = 0 at x = 1, and nothing of x': formulas that divide by z do not count there.
TEST(ImpliedConstraints, AreNotThoseThatHoldOnlyElsewhere) {
    const System system = build(with({"x' = 0", "z' = 0", "x*z = 0"}, {{"x", "1"}}));
    EXPECT_THAT(implied_constraints(system), Not(Contains(0U)));
    const BranchChoice branch = run_branch(system);
    SimulationOptions options;
    options.integration.until = 1;
    const Trajectory run =
        simulate(branch.system, derive(branch.system, "lagrange_multipliers"), options);
    EXPECT_TRUE(run.reached_end());
    EXPECT_NEAR(run.states.back()[0], 1, 1e-12);
}

}  // namespace
}  // namespace rattleback::testing
