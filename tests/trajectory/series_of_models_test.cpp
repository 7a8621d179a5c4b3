// Taylor series of whole models, whose linear equations are solved order by order, against methods that
// know f by its values alone.
#include <gtest/gtest.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "support/hard_systems.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

Trajectory moved(const System& system, const Equations& equations, const std::string& method,
                 double until, double rtol, const std::vector<double>& start = {}) {
    SimulationOptions options;
    options.integration.method = method;
    options.integration.until = until;
    options.integration.rtol = rtol;
    options.integration.at = {until};
    return start.empty() ? simulate(system, equations, options)
                         : simulate(system, equations, start, options);
}

double distance(const Trajectory& a, const Trajectory& b) {
    double worst = a.stop.state.size() == b.stop.state.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < a.stop.state.size(); ++i)
        worst = std::max(
            worst, std::abs(a.stop.state[i] - b.stop.state[i]) / (1 + std::abs(b.stop.state[i])));
    return worst;
}

// Those without a symmetric matrix are solved with pivots.
TEST(SeriesOfModels, MoveInEveryFormAsByStages) {
    std::size_t with_pivots = 0;
    for (const char* name : {"snake3", "rolling_disc"}) {
        const System system = model_file(name);
        for (const Formulation& form : formulations()) {
            if (form.refusal(system) || form.kind == FormKind::Vakonomic) continue;
            const Equations equations = derive(system, form.name);
            const MotionCode code(system, equations, {});
            with_pivots += code.series().formulas().signs ? 0U : 1U;
            const Trajectory taylor = moved(system, equations, "taylor", 2, 1e-12),
                             stages = moved(system, equations, "vern9", 2, 1e-12);
            EXPECT_EQ(taylor.reached_end(), stages.reached_end()) << name << " by " << form.name;
            EXPECT_EQ(taylor.method, "taylor");
            EXPECT_LT(distance(taylor, stages), 1e-10) << name << " by " << form.name;
        }
    }
    EXPECT_GT(with_pivots, 0U);
}

// By rules, and in numbers by loops over a triangle.
TEST(SeriesOfModels, MoveManyLinks) {
    for (const int links : {5, 10, 20}) {
        const HardSystem snake = testing::snake(links);
        const Equations equations = derive(snake.system, "lagrange_multipliers");
        const MotionCode code(snake.system, equations, {});
        EXPECT_EQ(code.series().formulas().signs.has_value(), links == 5);
        std::vector<double> start;
        for (const auto* part : {&snake.state.q, &snake.state.v})
            for (const Real x : *part) start.push_back(static_cast<double>(x));
        const Trajectory taylor = moved(snake.system, equations, "taylor", 0.5, 1e-12, start),
                         stages = moved(snake.system, equations, "vern9", 0.5, 1e-12, start);
        ASSERT_TRUE(taylor.reached_end() && stages.reached_end()) << links << " links";
        EXPECT_LT(distance(taylor, stages), 1e-9) << links << " links";
        EXPECT_LT(2 * taylor.statistics.steps, stages.statistics.steps);
    }
}

// Pushed, since it would else roll straight on.
TEST(SeriesOfModels, MoveABicycle) {
    Description description = model_file("bicycle").description;
    description.initial.emplace_back("phi'", "0.5");
    const System system = build(description);
    const Equations equations = derive(system, "lagrange_multipliers");
    const Trajectory taylor = moved(system, equations, "taylor", 1, 1e-12),
                     stages = moved(system, equations, "vern9", 1, 1e-12);
    ASSERT_TRUE(taylor.reached_end());
    EXPECT_LT(distance(taylor, stages), 1e-9);
}

// A hill that cannot be felt from afar, four times as high as is needed to turn back: the speed is that of
// the start, reversed, and x = 2 is passed twice. By rules, and solved with pivots.
TEST(SeriesOfModels, DoNotJumpOverAHill) {
    const System system = build({.title = "Hill",
                                 .coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2 - 2*exp(-10*(x - 3)^2)",
                                 .constraints = {{.name = "slope", .equation = "y' = 0.3*x'"}},
                                 .events = {{.name = "passes", .when = "x = 2"}}});
    for (const char* form : {"lagrange_multipliers", "udwadia_kalaba"}) {
        const Trajectory run =
            moved(system, derive(system, form), "taylor", 8, 1e-11, {0, 0, 1, 0.3});
        ASSERT_TRUE(run.reached_end()) << form;
        EXPECT_NEAR(run.stop.state[2], -1, 1e-8) << form;
        EXPECT_NEAR(run.stop.state[3], -0.3, 1e-8) << form;
        EXPECT_EQ(run.events.size(), 2U) << form;
    }
}

// Where f is long what is chosen depends on the tolerance.
TEST(SeriesOfModels, AreChosenWhereTheyCostLess) {
    const System bicycle = model_file("bicycle"), skate = model_file("skate");
    const Equations of_bicycle = derive(bicycle, "lagrange_multipliers");
    EXPECT_EQ(moved(bicycle, of_bicycle, "auto", 0.1, 1e-10).method, "taylor");
    EXPECT_EQ(moved(bicycle, of_bicycle, "auto", 0.1, 1e-4).method, "dop853");
    EXPECT_EQ(moved(skate, derive(skate, "benenti"), "auto", 0.1, 1e-4).method, "taylor");
}

}  // namespace
}  // namespace rattleback::testing
