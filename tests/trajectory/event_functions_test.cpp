// Events that are functions and no formulas: what they do in a step is told by the polynomials that their
// values make, and has to be what bounds tell of the same events as formulas, and closed forms.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/sampled_event.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;

// How often a function of θ crosses zero, by the sides on which it is at the samples.
int crossings(const SampledEvent& event) {
    int count = 0, side = 0;
    for (const EventSample& sample : event.samples()) {
        const bool is_clear = std::abs(sample.jet.centre) > sample.jet.noise;
        const int here = !is_clear ? 0 : sample.jet.centre > 0 ? 1 : -1;
        if (here == 0 || here == side) continue;
        count += side != 0 ? 1 : 0;
        side = here;
    }
    return count;
}

TEST(SampledEvents, SeeTwoZerosAMillionthOfAStepApart) {
    SampledEvent event;
    for (int i = 0; i < 200; ++i) {
        const double zero = 0.005 * i + 0.0012345, apart = 1e-6;
        const auto value = [&](double theta) {
            return (theta - zero) * (theta - zero - apart) * std::exp(std::sin(9 * theta));
        };
        event.look(value, 1, {});
        EXPECT_EQ(crossings(event), 2) << zero;
        EXPECT_FALSE(event.lost_at().has_value());
    }
}

// sin(ωθ + 1) has as many zeros as ω + 1 has multiples of π below it.
TEST(SampledEvents, SeeAllZerosOfWaves) {
    SampledEvent event;
    int looks = 0;
    for (const double omega : {1.0, 10.0, 40.0, 100.0, 300.0}) {
        const auto value = [&](double theta) { return ++looks, std::sin(omega * theta + 1); };
        event.look(value, 1, {});
        EXPECT_EQ(crossings(event), static_cast<int>((omega + 1) / pi)) << omega;
        EXPECT_FALSE(event.lost_at().has_value());
        if (omega == 1.0) {
            EXPECT_LT(looks, 40);
        }
    }
    const auto value = [](double theta) { return std::sin(1e5 * theta + 1); };
    event.look(value, 1, {});
    EXPECT_TRUE(event.lost_at().has_value());
}

// x, v and v' = force, from x = 0; the event as a formula or as a function with the same values.
Trajectory run_of(const std::string& event, const std::string& force, bool is_formula,
                  const IntegrationOptions& options, double speed) {
    const FormulaProblem motion({"x", "v"}, {"v", force});
    OdeProblem problem = motion.problem();
    const Tape tape = record(parsed({"x", "v", "t"}), parsed({event}));
    CompiledFunction code = compile(tape, {.backend = Backend::Interpreter});
    const auto values = [&](double t, const double* y, double* g) {
        const std::array<double, 3> in{y[0], y[1], t};
        code(in.data(), g);
    };
    problem.events = {{.name = event, .formula = is_formula ? &tape : nullptr}};
    if (!is_formula) problem.event_values = values;
    const std::vector<double> start{0, speed};
    return integrate(problem, start, options);
}

class EventFunctions : public ::testing::TestWithParam<std::string> {
protected:
    IntegrationOptions until(double t) const {
        IntegrationOptions options;
        options.method = GetParam();
        options.until = t;
        return options;
    }
};

TEST_P(EventFunctions, AreTheEventsOfFormulas) {
    struct Case {
        std::string event, force;
        double speed, until;
    };
    const Case cases[] = {
        {"sin(x)", "0", 10, 20},
        {"1 - cos(x)", "0", 10, 20},
        {"(x - 1)^2 - 1e-14", "0", 1, 3},
        {"(x - 1)^2 - 1e-6", "0", 1, 3},
        {"(x - 1)^2*(x - 2)*(x - 2.000001)", "0", 1, 3},
        {"(x - 1)^3", "0", 1, 3},
        {"x - 1", "-x", 1, 20},
        {"x - 0.999999", "-x", 1, 20},
        {"x*v - 0.4999", "-x", 1, 20},
        {"cos(7*x) + v^3/3 - 1.2", "-x", 1, 20},
        {"x", "1 - x", 0, 30},
        {"x - 3", "0", 1, 3},
        {"abs(sin(x/2))", "0", 10, 20},
        {"tan(x)", "0", 10, 20},
        {"sign(x - 30)", "0", 10, 20},
        {"exp(10*x) - 10^50", "0", 10, 20},
        {"v*sin(1/(x^2 + 1/20))", "-x", 1, 20},
    };
    for (const auto& [event, force, speed, end] : cases) {
        SCOPED_TRACE(event);
        const Trajectory formula = run_of(event, force, true, until(end), speed);
        const Trajectory function = run_of(event, force, false, until(end), speed);
        ASSERT_EQ(function.events.size(), formula.events.size());
        for (std::size_t i = 0; i < formula.events.size(); ++i) {
            EXPECT_NEAR(function.events[i].time, formula.events[i].time, 2e-4);
            EXPECT_EQ(function.events[i].direction, formula.events[i].direction)
                << formula.events[i].time;
        }
    }
}

TEST_P(EventFunctions, ThatCannotBeResolvedAreNamed) {
    EXPECT_THAT(to_texts(run_of("sin(10^5*x)", "0", false, until(20), 10).notes),
                ::testing::Contains(::testing::HasSubstr("cannot be told")));
}

INSTANTIATE_TEST_SUITE_P(All, EventFunctions, ::testing::ValuesIn(adaptive_methods()),
                         [](const auto& row) { return row.param; });

// A pendulum of length 1 and mass 1 in the plane, let go at the angle β: its rod pulls with
// g (3 cos φ − 2 cos β), and at φ = 0 most.
TEST(EventsOfMultipliers, AreToldCloseToTheLargestPull) {
    constexpr double g = 9.81;
    const double beta = 1, most = g * (3 - 2 * std::cos(beta));
    for (const double share : {1e-2, 1e-4, 1e-6, 1e-8}) {
        Description pendulum{.coordinates = {"x", "y"},
                             .lagrangian = "(x'^2 + y'^2)/2 - 9.81*y",
                             .constraints = {{.equation = "x^2 + y^2 = 1"}},
                             .initial = {{"x", "sin(1)"}, {"y", "-cos(1)"}}};
        pendulum.events.push_back(
            {.name = "pull", .when = fmt::format("2*abs(mu1) = {:.17g}", most * (1 - share))});
        const System system = build(pendulum);
        for (const std::string method : {"taylor", "dop853", "bdf"}) {
            SCOPED_TRACE(fmt::format("{} {}", method, share));
            SimulationOptions options;
            options.integration.method = method;
            options.integration.until = 10;
            options.integration.rtol = 1e-12;
            const Trajectory run =
                simulate(system, derive(system, "lagrange_multipliers"), options);
            ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
            EXPECT_EQ(run.events.size() % 2, 0U);
            ASSERT_GE(run.events.size(), 8U);
            for (std::size_t i = 0; i < run.events.size(); ++i) {
                EXPECT_EQ(run.events[i].direction, i % 2 == 0 ? 1 : -1);
                // 3 cos φ − 2 cos β = most (1 − share)/g
                const double square = 1 - run.events[i].state[1] * run.events[i].state[1];
                const double expected = share * most / (3 * g);
                EXPECT_NEAR(std::sqrt(square), std::sqrt(expected * (2 - expected)),
                            1e-2 * std::sqrt(expected));
            }
        }
    }
}

}  // namespace
}  // namespace rattleback::testing
