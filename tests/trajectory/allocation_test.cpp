// A step allocates nothing: a run of a hundred times as many steps allocates as often.

#include <gtest/gtest.h>

#include "equations/formulations.hpp"
#include "support/counted_allocations.hpp"
#include "support/model_file.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/initial_state.hpp"
#include "trajectory/motion_problem.hpp"
#include "trajectory/rate_tape.hpp"

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
    skate().tape->jets();  // compiled once
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

}  // namespace
}  // namespace rattleback::testing
