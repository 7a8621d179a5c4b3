// Events of what has no formula of the state: multipliers, forces at contacts, functions. What they do in a
// step is known in closed form here: pairs much closer than a step, touches, moments in which a force is
// felt that a constraint takes up, poles of a formula of a multiplier. Every method tells the same.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;

struct Hit {
    double time;
    int direction;
};

void expect_hits(const Trajectory& run, const std::vector<Hit>& hits, double error) {
    ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
    ASSERT_EQ(run.events.size(), hits.size());
    for (std::size_t i = 0; i < hits.size(); ++i) {
        EXPECT_NEAR(run.events[i].time, hits[i].time, error);
        EXPECT_EQ(run.events[i].direction, hits[i].direction) << hits[i].time;
    }
}

class EventQuantities : public ::testing::TestWithParam<std::string> {
protected:
    Trajectory run(const System& system, const std::string& form, double until,
                   double rtol = 1e-9) const {
        SimulationOptions options;
        options.integration.method = GetParam();
        options.integration.until = until;
        options.integration.rtol = rtol;
        return simulate(system, derive(system, form), options);
    }
};

// A particle with x = t is held on y = 0 against a force F, so that mu1 = −F: exactly, whatever the
// tolerance.
struct Held {
    std::string force, when;
    std::vector<Hit> hits;
    double error = 1e-9;

    System system() const {
        return build({.coordinates = {"x", "y"},
                      .lagrangian = "(x'^2 + y'^2)/2",
                      .forces = {{.on = "y", .value = force}},
                      .constraints = {{.equation = "y' = 0"}},
                      .initial = {{"x'", "1"}},
                      .events = {{.name = "e", .when = when}}});
    }
};

std::vector<Held> held() {
    const double moment = std::sqrt(std::log(3.0) / 1e6), peak = std::sqrt(std::log(2.0) / 1e8) / 3;
    return {
        {"(x - 1)*(x - 1.000001)", "mu1 = 0", {{1, 1}, {1.000001, -1}}},
        {"(x - 1)^2", "mu1 = 0", {{1, 0}}, 1e-6},
        {"5 - 3*exp(-10^6*(x - 2)^2)", "mu1 = -4", {{2 - moment, 1}, {2 + moment, -1}}},
        {"5 - 3*exp(-10^6*(t - 2)^2)", "mu1 = -4", {{2 - moment, 1}, {2 + moment, -1}}},
        {"1/((x - 3/2)^2 + 1/10^6)", "mu1 = -500000", {{1.499, -1}, {1.501, 1}}},
        {"3*x", "exp(-10^8*(mu1 + 4)^2) = 1/2", {{4.0 / 3 - peak, 1}, {4.0 / 3 + peak, -1}}},
        {"x - 1", "abs(mu1) = 1/1000", {{0.999, -1}, {1.001, 1}}},
    };
}

TEST_P(EventQuantities, OfAMultiplierAreAllFound) {
    for (const Held& each : held())
        for (const char* const form : {"lagrange_multipliers", "kane"}) {
            SCOPED_TRACE(fmt::format("{} {} {}", each.force, each.when, form));
            expect_hits(run(each.system(), form, 3), each.hits, each.error);
        }
}

// tan(mu1) = 1 at mu1 = π/4 and π/4 − π, and its poles at ±π/2 are no events.
TEST_P(EventQuantities, NearPolesOfTheFormula) {
    const Held wave{"3*sin(5*x)", "tan(mu1) = 1", {}};
    std::vector<double> expected;
    for (const double mu : {pi / 4, pi / 4 - pi})
        for (int k = 0; k < 4; ++k) {
            const double angle = std::asin(-mu / 3);
            for (const double x : {angle + 2 * pi * k, pi - angle + 2 * pi * k})
                if (0 < x && x < 15) expected.push_back(x / 5);
        }
    std::ranges::sort(expected);
    const Trajectory run = this->run(wave.system(), "kane", 3);
    std::vector<double> times;
    for (const EventHit& hit : run.events) times.push_back(hit.time);
    ASSERT_EQ(times.size(), expected.size());
    EXPECT_LT(largest_difference(times, expected), 1e-8);
}

// A pendulum of length 1 and mass 1, let go at the angle 1: its rod pulls with g (3 cos φ − 2 cos 1), most
// at the lowest point, which it passes every half period. However near the level is to that, each passage
// is told: as two crossings, or, where the accuracy of the run does not part them, as one touch.
TEST_P(EventQuantities, CloseToTheLargestPull) {
    constexpr double g = 9.81, beta = 1;
    const double most = g * (3 - 2 * std::cos(beta));
    double a = 1, b = std::cos(beta / 2);  // the period is 2π/(√g AGM(1, cos β/2))
    for (int i = 0; i < 6; ++i) std::tie(a, b) = std::pair((a + b) / 2, std::sqrt(a * b));
    const double period = 2 * pi / (std::sqrt(g) * a);
    for (const double share : {1e-2, 1e-4, 1e-5}) {
        SCOPED_TRACE(share);
        Description pendulum{.coordinates = {"x", "y"},
                             .lagrangian = "(x'^2 + y'^2)/2 - 9.81*y",
                             .constraints = {{.equation = "x^2 + y^2 = 1"}},
                             .initial = {{"x", "sin(1)"}, {"y", "-cos(1)"}}};
        pendulum.events.push_back(
            {.name = "pull", .when = fmt::format("2*abs(mu1) = {:.17g}", most * (1 - share))});
        const Trajectory run = this->run(build(pendulum), "lagrange_multipliers", 10, 1e-11);
        ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
        std::size_t next = 0;
        for (double passage = period / 4; passage < 10; passage += period / 2) {
            ASSERT_LT(next, run.events.size());
            const bool is_touch = run.events[next].direction == 0;
            ASSERT_LT(next + (is_touch ? 0 : 1), run.events.size());
            EXPECT_FALSE(is_touch && share > 1e-3);
            if (!is_touch) {
                EXPECT_EQ(run.events[next].direction, 1);
                EXPECT_EQ(run.events[next + 1].direction, -1);
            }
            const double middle =
                (run.events[next].time + run.events[next + (is_touch ? 0 : 1)].time) / 2;
            EXPECT_NEAR(middle, passage, 1e-5);
            next += is_touch ? 1 : 2;
        }
        EXPECT_EQ(next, run.events.size());
    }
}

// The ball rolls down a slope of angle 1/2; for a moment at t = 1 something lifts it.
TEST_P(EventQuantities, AMomentInWhichAContactIsLiftedIsSeen) {
    constexpr double g = 9.81;
    const auto lifted = [&](const std::string& force, const char* form) {
        Description d = model_description("ball_on_incline");
        d.rollings[0].unilateral = true;
        d.rollings[0].mu = {};
        d.forces = {{.on = "z", .value = force + "*exp(-10^6*(t - 1)^2)"}};
        return run(build(d), form, 2);
    };
    const double weight = g * std::cos(0.5), needed = 2.0 / 7 * g * std::sin(0.5);
    for (const char* const form : {"lagrange_multipliers", "kane"}) {
        SCOPED_TRACE(form);
        const Trajectory lost = lifted("30", form);
        ASSERT_EQ(lost.stop.reason, StopReason::LiftsOff) << to_text(lost.stop.message);
        EXPECT_NEAR(lost.stop.time, 1 - std::sqrt(std::log(30 / weight) / 1e6), 1e-8);
        EXPECT_NEAR(lost.contact_findings[0].lifts_off.value_or(0), lost.stop.time, 1e-12);
        const Trajectory held = lifted("8", form);
        ASSERT_TRUE(held.reached_end()) << to_text(held.stop.message);
        EXPECT_FALSE(held.contact_findings[0].lifts_off);
        EXPECT_NEAR(held.contact_findings[0].friction, needed / (weight - 8), 1e-6);
        EXPECT_NEAR(held.contact_findings[0].friction_time, 1, 1e-5);
    }
}

// x, v and v' = force, from x = 0; the event as a formula or as a function with the same values.
Trajectory run_of(const std::string& event, const std::string& force, bool is_formula,
                  const IntegrationOptions& options, double speed) {
    const FormulaProblem motion({"x", "v"}, {"v", force});
    OdeProblem problem = motion.problem();
    const Tape tape = record(parsed({"x", "v", "t"}), parsed({event}));
    const CompiledFunction code = compile(tape, {.backend = Backend::Interpreter});
    const auto values = [&](double t, const double* y, double* g) {
        const std::array<double, 3> in{y[0], y[1], t};
        code(in.data(), g);
    };
    problem.events = {{.name = event, .formula = is_formula ? &tape : nullptr}};
    if (!is_formula) problem.event_values = values;
    return integrate(problem, std::vector<double>{0, speed}, options);
}

// Errors of a function do not add up, as nobody knows how: touches of what drifts are not among these.
TEST_P(EventQuantities, AreThoseOfFormulas) {
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
        {"x - 0.999999", "-x", 1, 20},
        {"x*v - 0.4999", "-x", 1, 20},
        {"cos(7*x) + v^3/3 - 1.2", "-x", 1, 20},
        {"x - 3", "0", 1, 3},
        {"abs(sin(x/2))", "0", 10, 20},
        {"sign(x - 30)", "0", 10, 20},
        {"exp(10*x) - 10^50", "0", 10, 20},
        {"v*sin(1/(x^2 + 1/20))", "-x", 1, 20},
    };
    for (const auto& [event, force, speed, end] : cases) {
        SCOPED_TRACE(event);
        IntegrationOptions options;
        options.method = GetParam();
        options.until = end;
        const Trajectory formula = run_of(event, force, true, options, speed);
        const Trajectory function = run_of(event, force, false, options, speed);
        ASSERT_EQ(function.events.size(), formula.events.size());
        for (std::size_t i = 0; i < formula.events.size(); ++i) {
            EXPECT_NEAR(function.events[i].time, formula.events[i].time, 2e-4);
            EXPECT_EQ(function.events[i].direction, formula.events[i].direction)
                << formula.events[i].time;
        }
    }
}

TEST_P(EventQuantities, ThatCannotBeResolvedAreNamed) {
    IntegrationOptions options;
    options.method = GetParam();
    options.until = 20;
    const Trajectory run = run_of("sin(10^8*x)", "0", false, options, 10);
    EXPECT_THAT(to_texts(run.notes), ::testing::Contains(::testing::HasSubstr("cannot be told")));
}

INSTANTIATE_TEST_SUITE_P(All, EventQuantities, ::testing::ValuesIn(adaptive_methods()),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace rattleback::testing
