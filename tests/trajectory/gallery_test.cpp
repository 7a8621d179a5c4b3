// The motion of every model in the gallery: the same in every formulation, and all that must hold
// holds.

#include <gmock/gmock.h>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "structure/run_branch.hpp"
#include "support/model_file.hpp"
#include "support/sanitized.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

class Gallery : public ::testing::TestWithParam<std::string> {};

SimulationOptions options_for(const System& system) {
    SimulationOptions options;
    options.integration.rtol = options.integration.atol = 1e-12;
    options.integration.dense = true;
    const double end = std::min(system.description.simulate.until.value_or(5), 3.0);
    options.integration.until = end;
    for (const int part : {1, 2, 3, 4}) options.integration.at.push_back(end * part / 4);
    return options;
}

TEST_P(Gallery, MovesTheSameInEveryForm) {
    if (sanitized && is_large(GetParam())) GTEST_SKIP() << "would take long with sanitizers";
    System system = model_file(GetParam());
    if (!system.functions.empty()) GTEST_SKIP() << "has a function without a definition";
    system = run_branch(system).system;
    const SimulationOptions options = options_for(system);
    std::optional<Trajectory> first;
    for (const Formulation* row : applicable(system)) {
        if (!is_tried(GetParam(), row->name)) continue;
        const Equations equations = derive(system, row->name);
        const Trajectory run = simulate(system, equations, options);
        EXPECT_TRUE(is_result(run.stop.reason)) << row->name << ": " << run.stop.message;
        for (const MotionCheck& check : check_motion(system, equations, run))
            EXPECT_TRUE(check.holds()) << row->name << ", " << check.name << ": " << check.largest
                                       << " at " << check.time << ", allowed " << check.allowed;
        if (!first) first = run;
        EXPECT_EQ(run.stop.reason, first->stop.reason) << row->name;
        ASSERT_EQ(run.times, first->times) << row->name;
        EXPECT_NEAR(run.stop.time, first->stop.time, 1e-4) << row->name;
        for (std::size_t i = 0; i < run.times.size(); ++i)
            EXPECT_LT(largest_difference(run.states[i].first(system.size()),
                                         first->states[i].first(system.size())),
                      1e-8)
                << row->name << " at t = " << run.times[i];
        if (sanitized && row->name == "benenti") return;  // the first few, where all is slow
    }
}

INSTANTIATE_TEST_SUITE_P(Models, Gallery, ::testing::ValuesIn(gallery()),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace rattleback::testing
