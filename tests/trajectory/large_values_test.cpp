// Formulas whose parts leave the range of double where they themselves do not.
//
// A skate that does not turn moves on a line, so the truth for it is the motion of a point there;
// a pendulum's is that of its angle. Both truths come from other formulas, by small steps. Powers
// and switches have closed forms, or are integrated in a form that cannot overflow.
#include <gmock/gmock.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "trajectory/formula_problem.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

std::vector<double> by_small_steps(const std::vector<std::string>& states,
                                   const std::vector<std::string>& rates,
                                   const std::vector<double>& start, double until) {
    const FormulaProblem formulas(states, rates);
    IntegrationOptions options;
    options.method = "dop853";
    options.rtol = options.atol = 1e-12;
    options.until = until;
    options.at = {until};
    options.largest_step = 1e-3;
    const Trajectory run = formulas.run(start, options);
    EXPECT_TRUE(run.reached_end()) << run.stop.message;
    return run.stop.state;
}

constexpr const char* forms[] = {
    "benenti", "kane", "maggi", "udwadia_kalaba", "boltzmann_hamel", "lagrange_multipliers"};

std::vector<double> end_of(const Description& d, const char* form, double until) {
    const System system = build(d);
    SimulationOptions options;
    options.integration.until = until;
    options.integration.at = {until};
    options.integration.largest_step = 0.01;
    const Trajectory run = simulate(system, derive(system, form), options);
    EXPECT_TRUE(run.reached_end()) << form << ": " << run.stop.message;
    return run.stop.state;
}

struct Hill {
    const char* potential;
    const char* force;  // −dV/dx
    double x, v, until;
};

class LargeValues : public ::testing::TestWithParam<Hill> {};

TEST_P(LargeValues, DoNotStopASkate) {
    const Hill& hill = GetParam();
    const double x = by_small_steps({"x", "v"}, {"v", hill.force}, {hill.x, hill.v}, hill.until)[0];
    const Description skate{
        .coordinates = {"x", "y", "p"},
        .lagrangian = "(x'^2 + y'^2 + p'^2)/2 - (" + std::string(hill.potential) + ")",
        .constraints = {{.equation = "x'*sin(p) - y'*cos(p) = 0"}},
        .initial = {{"x", std::to_string(hill.x)}, {"x'", std::to_string(hill.v)}}};
    for (const char* form : forms) EXPECT_NEAR(end_of(skate, form, hill.until)[0], x, 1e-7) << form;
}

INSTANTIATE_TEST_SUITE_P(
    Hills, LargeValues,
    ::testing::Values(Hill{"2*exp(-10*(x - 10)^2)", "40*(x - 10)*exp(-10*(x - 10)^2)", 0, 1, 20},
                      Hill{"2*exp(-2000*(x - 3)^2)", "8000*(x - 3)*exp(-2000*(x - 3)^2)", 0, 1, 6},
                      Hill{"(1 - exp(-50*(x - 20)))^2/50",
                           "2*(exp(-100*(x - 20)) - exp(-50*(x - 20)))", 21, -1, 10},
                      Hill{"tanh(900*(x - 2))/5 + x^2/100", "-180*(1 - tanh(900*(x - 2))^2) - x/50",
                           0, 1, 5},
                      Hill{"2/(1 + exp(-500*(x - 3)))", "-250*(1 - tanh(250*(x - 3))^2)", 0, 1, 5},
                      Hill{"2/cosh(300*(x - 3))^2",
                           "1200*tanh(300*(x - 3))*(1 - tanh(300*(x - 3))^2)", 0, 1, 6}));

TEST(LargeValuesOfTime, DoNotStopATurningSkate) {
    const auto truth = by_small_steps(
        {"x", "y", "u"}, {"u*cos(t/10)", "u*sin(t/10)", "20*exp(-100*(t - 3)^2)*cos(t/10)"},
        {0, 0, 1}, 6);
    const Description skate{.coordinates = {"x", "y", "p"},
                            .lagrangian = "(x'^2 + y'^2 + p'^2)/2",
                            .forces = {{.on = "x", .value = "20*exp(-100*(t - 3)^2)"}},
                            .constraints = {{.equation = "x'*sin(p) - y'*cos(p) = 0"}},
                            .initial = {{"x'", "1"}, {"p'", "1/10"}}};
    for (const char* form : forms) {
        const auto end = end_of(skate, form, 6);
        EXPECT_NEAR(end[0], truth[0], 1e-7) << form;
        EXPECT_NEAR(end[1], truth[1], 1e-7) << form;
    }
}

TEST(LargeValuesOnACircle, DoNotStopAPendulum) {
    const auto truth = by_small_steps(
        {"a", "w"}, {"w", "3200*(sin(a) - 0.7)*cos(a)*exp(-800*(sin(a) - 0.7)^2)"}, {0, 1}, 6);
    const Description pendulum{.coordinates = {"x", "y"},
                               .lagrangian = "(x'^2 + y'^2)/2 - 2*exp(-800*(y - 0.7)^2)",
                               .constraints = {{.equation = "x^2 + y^2 = 1"}},
                               .initial = {{"x", "1"}, {"y'", "1"}}};
    for (const char* form : forms) {
        const auto end = end_of(pendulum, form, 6);
        EXPECT_NEAR(end[0], std::cos(truth[0]), 1e-7) << form;
        EXPECT_NEAR(end[1], std::sin(truth[0]), 1e-7) << form;
    }
}

struct Force {
    std::string name, formula, bounded;  // the same, in a form that cannot overflow
    double x, v, until;
};

void PrintTo(const Force& force, std::ostream* out) { *out << force.name; }

class LargePowers : public ::testing::TestWithParam<Force> {};

TEST_P(LargePowers, HaveValuesAndSeries) {
    const Force& force = GetParam();
    const auto truth =
        by_small_steps({"x", "v"}, {"v", force.bounded}, {force.x, force.v}, force.until);
    const FormulaProblem formulas({"x", "v"}, {"v", force.formula});
    for (const char* method : {"auto", "taylor", "dop853"}) {
        IntegrationOptions options;
        options.method = method;
        options.until = force.until;
        options.at = {force.until};
        options.largest_step = 0.01;
        const Trajectory run = formulas.run({force.x, force.v}, options);
        ASSERT_TRUE(run.reached_end()) << method << ": " << run.stop.message;
        EXPECT_NEAR(run.stop.state[0], truth[0], 1e-8) << method;
        EXPECT_NEAR(run.stop.state[1], truth[1], 1e-8) << method;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Forces, LargePowers,
    ::testing::Values(
        Force{"bump", "5*(t*(6 - t)/9)^400", "5*exp(400*log(abs(t*(6 - t)/9) + 1e-300))", 0, 0, 6},
        Force{"bump_in_x", "-800/9*(6 - 2*x)*(x*(6 - x)/9)^199",
              "-800/9*(6 - 2*x)*sign(x)*exp(199*log(abs(x*(6 - x)/9) + 1e-300))", 0, 1, 5},
        Force{"wall", "-(x/3)^399/3", "-sign(x)*exp(399*log(abs(x/3) + 1e-300))/3", 0, 1, 5},
        Force{"quotient", "2*(2*t)^700/(1 + t^2)^700", "2*exp(700*log(2*t/(1 + t^2) + 1e-300))", 0,
              0, 5},
        Force{"reciprocal", "1600*(x - 3)*(1 + (x - 3)^2)^(-401)",
              "1600*(x - 3)*exp(-401*log(1 + (x - 3)^2))", 0, 1, 6},
        Force{"sine", "3*sin(t)^1000", "3*exp(1000*log(abs(sin(t)) + 1e-300))", 0, 1, 4},
        Force{"switch", "1/(1 + exp(-2000*(t - 3))) - 1/(1 + exp(-2000*(t - 3 - 1/100)))",
              "(tanh(1000*(t - 3)) - tanh(1000*(t - 3 - 1/100)))/2", 0, 1, 6},
        Force{"slope_of_switch", "-2000*exp(500*(x - 3))/(1 + exp(500*(x - 3)))^2",
              "-500*(1 - tanh(250*(x - 3))^2)", 6, -1, 6},
        Force{"hyperbolic_quotient", "-sinh(x)/cosh(x)", "-tanh(x)", 0.5, 1, 3},
        Force{"far_hill", "1200*sinh(300*(x - 3))/cosh(300*(x - 3))^3",
              "1200*tanh(300*(x - 3))*(1 - tanh(300*(x - 3))^2)", 0, 1, 6}),
    [](const auto& force) { return force.param.name; });

// ∫ (t (6 − t)/9)ⁿ dt from 0 to 6 is 6·4ⁿ B(n + 1, n + 1), and the pulse is symmetric about t = 3.
TEST(LargePowersInClosedForm, GiveTheirIntegral) {
    const double n = 400;
    const double v =
        30 * std::exp(n * std::log(4.0) + 2 * std::lgamma(n + 1) - std::lgamma(2 * n + 2));
    const FormulaProblem bump({"x", "v"}, {"v", "5*(t*(6 - t)/9)^400"});
    IntegrationOptions options;
    options.until = 6;
    options.largest_step = 0.01;
    const Trajectory run = bump.run({0, 0}, options);
    EXPECT_NEAR(run.stop.state[1], v, 1e-9);
    EXPECT_NEAR(run.stop.state[0], 3 * v, 1e-9);
}

}  // namespace
}  // namespace rattleback::testing
