// A step allocates nothing: a run of a hundred times as many steps allocates as often.

#include <gmock/gmock.h>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "start/initial_state.hpp"
#include "support/counted_allocations.hpp"
#include "support/model_file.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/motion_problem.hpp"
#include "trajectory/rate_tape.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

std::size_t allocations_of(const OdeProblem& problem, const std::vector<double>& start,
                           const std::string& method, double until) {
    IntegrationOptions options;
    options.method = method;
    options.rtol = options.atol = 1e-8;
    options.step = 0.05;
    options.until = until;
    options.at = {until};
    const std::size_t before = allocations;
    const Trajectory run = integrate(problem, start, options);
    EXPECT_TRUE(run.reached_end());
    return allocations - before;
}

TEST(Allocation, HappensOnlyWhenARunBegins) {
    // Compiled once, and once looked at for forces that may hide.
    allocations_of(skate(), skate_start, "taylor", 2);
    for (const char* method : {"auto", "taylor", "dopri5", "dop853", "vern9", "gauss4", "gauss6"})
        EXPECT_EQ(allocations_of(skate(), skate_start, method, 2),
                  allocations_of(skate(), skate_start, method, 200))
            << method;
}

TEST(Allocation, HappensInNoStepOfAMotion) {
    const System system = model_file("skate");
    for (const char* form : {"benenti", "lagrange_multipliers"}) {
        const Equations equations = derive(system, form);
        const MotionProblem motion(system, equations, {});
        const std::vector<double> start = initial_state(system, equations).state;
        for (const char* method : {"taylor", "dop853"}) {
            allocations_of(motion.problem(), start, method, 2);  // workspaces grow once
            EXPECT_EQ(allocations_of(motion.problem(), start, method, 2),
                      allocations_of(motion.problem(), start, method, 200))
                << method << ", " << form;
        }
    }
}

TEST(Allocation, ThatFailsEndsTheRunAndKeepsIt) {
    const auto run_with = [](std::size_t bytes, bool dense, const std::string& method) {
        IntegrationOptions options;
        options.method = method;
        options.until = 1e9;
        options.dense = dense;
        const OdeProblem problem = skate();
        problem.tape->jets();
        largest_allocation = bytes;
        Trajectory run = integrate(problem, skate_start, options);
        largest_allocation = std::numeric_limits<std::size_t>::max();
        return run;
    };
    for (const char* method : {"taylor", "dop853", "gauss4", "adams"})
        for (const bool dense : {false, true}) {
            const Trajectory run = run_with(1 << 20, dense, method);
            ASSERT_EQ(run.stop.reason, StopReason::OutOfMemory) << method;
            EXPECT_THAT(to_text(run.stop.message), ::testing::HasSubstr("memory"));
            ASSERT_GT(run.times.size(), 100U);
            ASSERT_EQ(run.times.size(), run.states.size());
            EXPECT_EQ(run.stop.time, run.times.back());
            EXPECT_LT(largest_difference(run.stop.state, skate_at(run.stop.time)), 1e-4) << method;
            EXPECT_TRUE(run.dense.empty());
        }
}

TEST(Memory, OfDenseOutputHasALimit) {
    IntegrationOptions options;
    options.until = 1e6;
    options.dense = true;
    options.most_bytes = 1 << 20;
    const System skate = model_file("skate");
    const Trajectory run = simulate(skate, derive(skate, "benenti"), {.integration = options});
    ASSERT_EQ(run.stop.reason, StopReason::OutOfMemory);
    EXPECT_GT(run.dense.bytes(), 1U << 20);
    EXPECT_LT(run.dense.bytes(), 1U << 21);
    EXPECT_EQ(run.dense.until(), run.stop.time);
}

// Where samples are asked for, they are all that a long run has to keep.
TEST(Memory, OfDenseOutputIsGivenUpForSamples) {
    IntegrationOptions options;
    options.until = 400;
    options.at = {100, 200, 300, 400};
    const System skate = model_file("skate");
    const Equations equations = derive(skate, "benenti");
    for (const char* method : {"taylor", "dop853", "gauss6", "adams", "bdf"}) {
        options.method = method;
        options.dense = false;
        const Trajectory without = simulate(skate, equations, {.integration = options});
        options.dense = true;
        options.most_bytes = 1 << 16;
        const Trajectory run = simulate(skate, equations, {.integration = options});
        ASSERT_TRUE(run.reached_end()) << method;
        EXPECT_TRUE(run.is_dense_given_up && run.dense.empty()) << method;
        EXPECT_EQ(run.times, options.at);
        for (std::size_t i = 0; i < run.times.size(); ++i)
            EXPECT_LT(largest_difference(run.states[i], without.states[i]), 1e-4) << method;
        for (const MotionCheck& check : check_motion(skate, equations, run))
            EXPECT_TRUE(check.holds()) << method;
        EXPECT_THAT(to_text(run.notes.back()), ::testing::HasSubstr("between the samples"));
    }
}

}  // namespace
}  // namespace rattleback::testing
