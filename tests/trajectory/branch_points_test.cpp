// Motion through the zeros of fractional powers and through removable zeros of denominators, where
// the forces are continuous but have no series, with every method; and where there is no way on.

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <numbers>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::sqrt2;
using ::testing::HasSubstr;

Trajectory motion_of(const Description& model, double until, const std::string& method = "auto") {
    const System system = build(model);
    SimulationOptions options;
    options.integration = {
        .method = method, .rtol = 1e-9, .atol = 1e-11, .until = until, .dense = true};
    return simulate(system, derive(system, "benenti"), options);
}

Description potential(const std::string& v) {
    return {.coordinates = {"x"}, .lagrangian = "x'^2/2 - (" + v + ")", .initial = {{"x", "1"}}};
}

Description force(const std::string& f) {
    return {.coordinates = {"x"},
            .lagrangian = "x'^2/2",
            .forces = {{.on = "x", .value = f}},
            .initial = {{"x", "1"}}};
}

// Global errors are some hundred times the tolerance of a step; those of bdf and gauss4 some thousand.
// The estimate of gauss6 is compared with the tolerance to the power 2/3, which is too much where the
// forces have no derivatives.
double allowed(const std::string& method) {
    if (method == "gauss6") return 1e-4;
    return method == "bdf" || method == "gauss4" ? 1e-5 : 1e-6;
}

// Of x'² / 2 + c |x|ⁿ from rest at x = 1: 4 ∫ dx / √(2 c (1 − xⁿ)) = 4 B(1/n, 1/2) / (n √(2 c)).
double period(double c, double n) { return 4 / std::sqrt(2 * c) / n * std::beta(1 / n, 0.5); }

void expect_period(const Description& model, double period, const std::string& method) {
    const Trajectory run = motion_of(model, 2 * period, method);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(run.stop.state[0], 1, allowed(method));
    EXPECT_NEAR(run.stop.state[1], 0, 4 * allowed(method));
    EXPECT_LT(run.statistics.steps, 20000U);
    const System system = build(model);
    if (method != "dop853") return;
    for (const MotionCheck& check : check_motion(system, derive(system, "benenti"), run))
        EXPECT_TRUE(check.holds()) << check.name << " " << check.largest << " " << check.allowed;
}

// Runge and Kutta's classical method in small steps.
using Acceleration = std::function<long double(long double x, long double v)>;
std::array<double, 2> in_small_steps(const Acceleration& a, long double x, long double v,
                                     double until) {
    const int steps = 400000;
    const long double h = static_cast<long double>(until) / steps;
    for (int i = 0; i < steps; ++i) {
        const long double k1 = a(x, v), v2 = v + h / 2 * k1;
        const long double k2 = a(x + h / 2 * v, v2), v3 = v + h / 2 * k2;
        const long double k3 = a(x + h / 2 * v2, v3), v4 = v + h * k3;
        const long double k4 = a(x + h * v3, v4);
        x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return {static_cast<double>(x), static_cast<double>(v)};
}

void expect_motion(const Description& model, const std::array<double, 2>& true_end, double until,
                   const std::string& method) {
    const Trajectory run = motion_of(model, until, method);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(run.stop.state[0], true_end[0], allowed(method));
    EXPECT_NEAR(run.stop.state[1], true_end[1], allowed(method));
}

class BranchPointsByMethod : public ::testing::TestWithParam<const char*> {};

TEST_P(BranchPointsByMethod, PowersOfAbsoluteValuesAsPotentials) {
    expect_period(potential("abs(x)^(5/2)"), period(1, 2.5), GetParam());
    expect_period(potential("abs(x)^(3/2)"), period(1, 1.5), GetParam());
    expect_period(potential("(x^2)^(2/3)"), period(1, 4.0 / 3), GetParam());
}

TEST_P(BranchPointsByMethod, RootsOfAbsoluteValuesAsForces) {
    expect_period(force("-sign(x)*sqrt(abs(x))"), period(2.0 / 3, 1.5), GetParam());
    expect_period(force("-x*abs(x)^(1/2)"), period(0.4, 2.5), GetParam());
    expect_period(force("-sign(x)*abs(x)^(1/3)"), period(0.75, 4.0 / 3), GetParam());
    expect_period(force("-x*abs(x)^0.3"), period(1 / 2.3, 2.3), GetParam());
}

// Falls from x = −1 with the force 1 upon a spring of stiffness k x^(3/2), and comes back.
TEST_P(BranchPointsByMethod, HertzContact) {
    const double k = 1e4, deepest = [&] {
        double x = std::pow(1 / k, 0.4);
        for (int i = 0; i < 50; ++i) x = std::pow((1 + x) / k, 0.4);
        return x;
    }();
    // 2 ∫ dx / x' over the depth x = deepest·(1 − s²), by the midpoint rule.
    double contact = 0;
    const int parts = 200000;
    for (int i = 0; i < parts; ++i) {
        const double s = (i + 0.5) / parts, x = deepest * (1 - s * s);
        contact += 4 * deepest * s / std::sqrt(2 * (1 + x - k * std::pow(x, 2.5))) / parts;
    }
    const double back = 2 * sqrt2 + contact;
    for (const Description& model :
         {potential("1e4*((abs(x) + x)/2)^(5/2) - x"), force("1 - 25000*((abs(x) + x)/2)^(3/2)")}) {
        Description falls = model;
        falls.initial = {{"x", "-1"}};
        expect_motion(falls, {-1 + 0.5, 1}, back + 1, GetParam());
    }
}

// v·√|v| at rest, from which the motion starts and to which it comes back.
TEST_P(BranchPointsByMethod, DragWithABrokenPower) {
    const auto truth = in_small_steps(
        [](long double x, long double v) { return -x - v * std::sqrt(std::abs(v)) / 5; }, 1, 0, 8);
    for (const char* drag : {"-x - x'*sqrt(abs(x'))/5", "-x - sign(x')*abs(x')^1.5/5"})
        expect_motion(force(drag), truth, 8, GetParam());
}

TEST_P(BranchPointsByMethod, RemovableZerosOfDenominators) {
    const auto sinc = [](long double x, long double) { return x == 0 ? -1 : -std::sin(x) / x; };
    const auto half_square = [](long double x, long double) {
        return x == 0 ? 0 : -2 * std::pow(std::sin(x / 2), 2.0L) / x;
    };
    Description first = force("-sin(x)/x"), second = force("-(1 - cos(x))/x");
    first.initial = {{"x", "2"}};
    second.initial = {{"x", "2"}, {"x'", "-1"}};
    expect_motion(first, in_small_steps(sinc, 2, 0, 8), 8, GetParam());
    expect_motion(second, in_small_steps(half_square, 2, -1, 8), 8, GetParam());
}

// x'' = −√x from x = 1, x' = −1: (x'² − 1)/2 = (2/3)(1 − x^(3/2)).
TEST_P(BranchPointsByMethod, TheEndOfARootIsNamed) {
    Description model = force("-sqrt(x)");
    model.initial = {{"x", "1"}, {"x'", "-1"}};
    const Trajectory run = motion_of(model, 5, GetParam());
    EXPECT_EQ(run.stop.reason, StopReason::SingularState);
    EXPECT_THAT(to_text(run.stop.message), HasSubstr("sqrt(x) has no value beyond x = 0"));
    EXPECT_NEAR(run.stop.state[0], 0, 1e-5);
    EXPECT_NEAR(run.stop.state[1], -std::sqrt(7.0 / 3), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Methods, BranchPointsByMethod,
                         ::testing::Values("auto", "taylor", "dopri5", "dop853", "vern9", "gauss4",
                                           "gauss6", "adams", "bdf"),
                         [](const auto& row) { return std::string(row.param); });

// What grows without bound is singular, and is said at once.
TEST(BranchPoints, PolesAreSingular) {
    const auto began = std::chrono::steady_clock::now();
    for (const char* pole : {"-1/x", "-x/abs(x)^(5/2)", "-1/x^2", "-sin(x)/x^2"}) {
        for (const char* method : {"auto", "dop853", "bdf"}) {
            const Trajectory run = motion_of(force(pole), 8, method);
            EXPECT_EQ(run.stop.reason, StopReason::SingularState) << pole << run.stop.message;
            EXPECT_THAT(to_text(run.stop.message), HasSubstr("vanishes")) << pole << method;
        }
    }
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(12));
}

// A jump at a point: both sides have a limit, but not the same.
// Through the apex of a cone, which it reaches after √2.
// x = cos t, and with z' = g(x) y' the energy of y and z is constant, y'² (1 + g²)/2; g is even.
TEST(BranchPoints, RemovableZerosInAConstraint) {
    for (const std::string g : {"sin(x)/x", "tanh(x)/x"})
        for (const std::string form : {"benenti", "lagrange_multipliers"}) {
            const System system = build({.coordinates = {"x", "y", "z"},
                                         .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - x^2/2",
                                         .constraints = {{.equation = "z' = " + g + "*y'"}},
                                         .initial = {{"x", "1"}, {"y'", "1"}}});
            SimulationOptions options;
            options.integration.until = std::numbers::pi;
            const Trajectory run = simulate(system, derive(system, form), options);
            ASSERT_TRUE(run.reached_end()) << g << ", " << form << ": " << run.stop.message;
            EXPECT_NEAR(run.stop.state[0], -1, 1e-8) << g;
            EXPECT_NEAR(run.stop.state[4], 1, 1e-8) << g << ", " << form;
        }
}

TEST(BranchPoints, JumpsAreNotRemovable) {
    Description model{.coordinates = {"x", "y"},
                      .lagrangian = "(x'^2 + y'^2)/2 - sqrt(x^2 + y^2)",
                      .initial = {{"x", "1"}}};
    const Trajectory run = motion_of(model, 4);
    EXPECT_EQ(run.stop.reason, StopReason::SingularState);
    EXPECT_NEAR(run.stop.time, std::numbers::sqrt2, 1e-6);
}

}  // namespace
}  // namespace rattleback::testing
