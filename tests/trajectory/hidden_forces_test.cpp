// Forces that cannot be felt from where the motion starts: no step may jump over them.
//
// The truth is a closed form where there is one; for all of them, dop853 given f by its values alone,
// so that nothing guards its steps, and forced to steps much smaller than the force.
#include <gmock/gmock.h>

#include "equations/formulations.hpp"
#include "trajectory/formula_problem.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

struct HiddenForce {
    std::string name;
    std::vector<std::string> states, rates;
    std::vector<double> start;
    double until;
    double width;             // a step that cannot miss the force
    std::vector<double> end;  // in closed form; empty: by small steps only
};

void PrintTo(const HiddenForce& force, std::ostream* out) { *out << force.name; }

const double root_pi = std::sqrt(std::acos(-1.0));

std::vector<HiddenForce> hidden_forces() {
    const std::vector<std::string> line{"x", "v"};
    return {
        {"hill", line, {"v", "40*(x - 3)*exp(-10*(x - 3)^2)"}, {0, 1}, 6, 0.02, {-0.41262364, -1}},
        {"hill_backward", line, {"v", "40*(x - 3)*exp(-10*(x - 3)^2)"}, {0, -1}, -6, 0.02, {}},
        {"narrow_hill", line, {"v", "40000*(x - 3)*exp(-10000*(x - 3)^2)"}, {0, 1}, 6, 5e-4, {}},
        {"narrow_well", line, {"v", "-4000*(x - 3)*exp(-1000*(x - 3)^2)"}, {0, 1}, 6, 1e-3, {}},
        {"pulse",
         line,
         {"v", "exp(-((t - 5)/0.01)^2)"},
         {0, 0},
         10,
         1e-3,
         {0.05 * root_pi, 0.01 * root_pi}},
        {"kicked_oscillator",
         line,
         {"v", "-x + 100*exp(-((t - 5)/0.003)^2)"},
         {1, 0},
         10,
         4e-4,
         {}},
        {"soft_wall", line, {"v", "-100*exp(100*(x - 5))"}, {0, 1}, 12, 2e-3, {}},
        {"switch", line, {"v", "(1 + tanh(200*(t - 5)))/2"}, {0, 0}, 10, 2e-3, {}},
        {"logistic", line, {"v", "1/(1 + exp(-100*(t - 5)))"}, {0, 0}, 10, 2e-3, {}},
        {"lennard_jones", line, {"v", "12*0.1^12/x^13"}, {5, -1}, 10, 2e-3, {}},
        {"coulomb", line, {"v", "1e-3/x^2"}, {5, -1}, 10, 1e-3, {}},
        {"yukawa", line, {"v", "exp(-50*x)*(50/x + 1/x^2)"}, {3, -1}, 6, 1e-3, {}},
        {"other_coordinate",
         {"x", "v", "y", "w"},
         {"v", "4000*(x - 3)*exp(-1000*(x - 3)^2)", "w", "-25*y"},
         {0, 1, 1, 0},
         6,
         1e-3,
         {}},
        {"soliton", line, {"v", "80*sinh(20*(x - 3))/cosh(20*(x - 3))^3"}, {0, 1}, 6, 2e-3, {}},
        {"rotor", line, {"v", "200*sin(x)*exp(100*(cos(x) - 1))"}, {-3, 1}, 6, 2e-3, {}},
        {"kick_and_wall",
         line,
         {"v", "100*exp(-((t - 2)/0.01)^2) - 100*exp(100*(x - 5))"},
         {0, 0},
         7,
         1e-3,
         {}},
        {"flat_bump", line, {"v", "(t*(6 - t)/9)^24"}, {0, 0}, 6, 0.02, {}},
        {"narrow_bump", line, {"v", "1000*(t*(10 - t)/25)^200"}, {0, 0}, 10, 5e-3, {}},
        {"power_of_a_sine", line, {"v", "30*sin(t)^1000"}, {0, 0}, 10, 5e-3, {}},
        {"power_by_products", line, {"v", "sin(t/10)^30/10"}, {0, 0}, 60, 0.1, {}},
        {"power_of_a_cosine", line, {"v", "400*cos(x - 3)^199*sin(x - 3)"}, {1.4, 1}, 3, 1e-3, {}},
        {"power_of_a_divisor",
         line,
         {"v", "800*(x - 3)*(1 + (x - 3)^2)^(-201)"},
         {0, 1},
         6,
         1e-3,
         {}},
        {"power_of_a_cosh", line, {"v", "400*sinh(x - 3)/cosh(x - 3)^201"}, {0, 1}, 6, 1e-3, {}},
        {"steep_wall", line, {"v", "-(x/5)^99"}, {0, 1}, 12, 1e-3, {}},
        // The argument of the hill stands still at y = −1, long before the second meeting.
        {"hill_on_a_circle",
         {"x", "y", "u", "v"},
         {"u", "v", "-x*(u^2 + v^2 + y*40000*(y - 0.7)*exp(-10000*(y - 0.7)^2))",
          "40000*(y - 0.7)*exp(-10000*(y - 0.7)^2)*(1 - y^2) - y*(u^2 + v^2)"},
         {1, 0, 0, 1},
         8,
         1e-3,
         {}},
        {"rounded_sign", line, {"v", "(x - 3)/((x - 3)^2 + 1e-4)^(3/2)*1e-4"}, {0, 1}, 6, 1e-3, {}},
        {"general_power", line, {"v", "1e-13/x^12.5"}, {5, -1}, 10, 1e-3, {}},
    };
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
    return worst;
}

IntegrationOptions options_for(const HiddenForce& force, const std::string& method,
                               double tolerance) {
    IntegrationOptions options;
    options.method = method;
    options.rtol = options.atol = tolerance;
    options.until = force.until;
    options.at = {force.until};
    return options;
}

std::vector<double> by_small_steps(const FormulaProblem& formulas, const HiddenForce& force) {
    OdeProblem problem = formulas.problem();
    problem.tape = nullptr;
    IntegrationOptions options = options_for(force, "dop853", 1e-12);
    options.largest_step = force.width;
    return integrate(problem, force.start, options).stop.state;
}

class HiddenForces : public ::testing::TestWithParam<HiddenForce> {};

TEST_P(HiddenForces, AreMetByEveryMethod) {
    const HiddenForce& force = GetParam();
    const FormulaProblem formulas(force.states, force.rates);
    const std::vector<double> truth = by_small_steps(formulas, force);
    if (!force.end.empty()) {
        EXPECT_LT(largest_difference(truth, force.end), 1e-8);
    }
    for (const char* method :
         {"auto", "taylor", "dopri5", "dop853", "vern9", "gauss4", "gauss6", "adams", "bdf"}) {
        for (const double tolerance : {1e-9, 1e-5}) {
            const Trajectory run = formulas.run(force.start, options_for(force, method, tolerance));
            ASSERT_TRUE(run.reached_end()) << method << ": " << run.stop.message;
            EXPECT_LT(largest_difference(run.stop.state, truth), 1e4 * tolerance)
                << method << " at " << tolerance << ", " << run.statistics.steps << " steps";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, HiddenForces, ::testing::ValuesIn(hidden_forces()),
                         [](const auto& force) { return force.param.name; });

TEST(HiddenForcesFromAfar, TakeAFewStepsForEachDoublingOfTheDistance) {
    const FormulaProblem hill({"x", "v"}, {"v", "40*(x - 3)*exp(-10*(x - 3)^2)"});
    IntegrationOptions options;
    options.method = "taylor";
    std::vector<std::size_t> steps;
    for (const double distance : {1e3, 1e6}) {
        options.until = 2 * distance;
        options.at = {options.until};
        const Trajectory run = hill.run({3 - distance, 1}, options);
        EXPECT_NEAR(run.stop.state[1], -1, 1e-8);
        steps.push_back(run.statistics.steps);
    }
    EXPECT_LT(steps[0], 100U);
    EXPECT_LT(steps[1] - steps[0], 60U);
}

// Where nothing is flat, nothing is asked: not of free motion, nor of sines.
TEST(HiddenForcesFromAfar, CostNothingWhereThereAreNone) {
    IntegrationOptions options;
    options.method = "taylor";
    options.until = 1e6;
    const Trajectory run = FormulaProblem({"x", "v"}, {"v", "0*sin(x)"}).run({0, 1}, options);
    EXPECT_LE(run.statistics.steps, 2U);
    EXPECT_DOUBLE_EQ(run.stop.state[0], 1e6);
}

// A model, whose formulas are those of its equations and not of their solution.
System hill_model() {
    return build({.coordinates = {"x", "y"},
                  .parameters = {{"h", "2"}},
                  .lagrangian = "(x'^2 + y'^2)/2 - h*exp(-10*(x - 3)^2) - y^2/2",
                  .initial = {{"x'", "1"}, {"y", "1"}}});
}

Trajectory run_model(const std::string& method, double step) {
    const System system = hill_model();
    SimulationOptions options;
    options.integration.method = method;
    options.integration.until = 6;
    options.integration.at = {6};
    options.integration.step = step;
    options.integration.fixed = step > 0 && method != "lagrange_dalembert";
    return simulate(system, derive(system, "lagrange_multipliers"), options);
}

TEST(HiddenForcesOfModels, AreMetByEveryMethod) {
    for (const char* method :
         {"auto", "taylor", "dopri5", "dop853", "vern9", "gauss4", "gauss6", "adams", "bdf"}) {
        const Trajectory run = run_model(method, 0);
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        EXPECT_NEAR(run.stop.state[0], -0.41262364, 1e-7) << method;
        EXPECT_NEAR(run.stop.state[2], -1, 1e-7) << method;
    }
}

TEST(HiddenForcesOfModels, StopStepsOfGivenWidthThatMissThem) {
    for (const char* method : {"dopri5", "dop853", "gauss4", "lagrange_dalembert"}) {
        const Trajectory fine = run_model(method, 0.005);
        ASSERT_TRUE(fine.reached_end()) << method << ": " << fine.stop.message;
        EXPECT_NEAR(fine.stop.state[0], -0.41262364, 3e-3) << method;
        const Trajectory coarse = run_model(method, 6);
        EXPECT_EQ(coarse.stop.reason, StopReason::StepTooLarge) << method;
        EXPECT_EQ(to_text(coarse.stop.message),
                  "The step from t = 0 to t = 6 jumps over a force that acts in between: it needs "
                  "smaller steps.");
        EXPECT_EQ(coarse.stop.time, 0);
    }
}

}  // namespace
}  // namespace rattleback::testing
