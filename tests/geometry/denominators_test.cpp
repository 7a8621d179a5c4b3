// Constraints with denominators, some of them inside functions.
//
// The truth: a free point on the plane with y' = f(x) x' has the energy x'² (1 + f²)/2, so that x and y
// follow from ∫ √(1 + f²) dx = c t and y = ∫ f dx.
#include "geometry/denominators.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

struct Slope {
    std::string name, formula;
    std::function<double(double)> value;
};

// By Simpson's rule.
double integral(const std::function<double(double)>& f, double from, double to) {
    const int parts = 2000;
    const double h = (to - from) / parts;
    double sum = f(from) + f(to);
    for (int i = 1; i < parts; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(from + i * h);
    return sum * h / 3;
}

void PrintTo(const Slope& slope, std::ostream* out) { *out << slope.name; }

class DenominatorsOfConstraints : public ::testing::TestWithParam<Slope> {};

TEST_P(DenominatorsOfConstraints, MayVanishWhereTheMotionNeverComes) {
    const Slope& slope = GetParam();
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + y'^2)/2",
                                 .constraints = {{.equation = "y' = (" + slope.formula + ")*x'"}},
                                 .initial = {{"x", "1/2"}, {"x'", "3/10"}}});
    const double c = 0.3 * std::hypot(1, slope.value(0.5));
    SimulationOptions options;
    options.integration.until = 1;
    for (const char* form : {"benenti", "maggi", "lagrange_multipliers", "udwadia_kalaba"}) {
        const Trajectory run = simulate(system, derive(system, form), options);
        ASSERT_TRUE(run.reached_end()) << form << ": " << run.stop.message;
        const double x = run.stop.state[0];
        const auto length = [&](double s) { return std::hypot(1, slope.value(s)); };
        EXPECT_NEAR(integral(length, 0.5, x), c, 1e-8) << form;
        EXPECT_NEAR(integral(slope.value, 0.5, x), run.stop.state[1], 1e-8) << form;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Slopes, DenominatorsOfConstraints,
    ::testing::Values(Slope{"exp", "exp(1/x)", [](double x) { return std::exp(1 / x); }},
                      Slope{"cosh", "cosh(1/x)", [](double x) { return std::cosh(1 / x); }},
                      Slope{"erf", "1/(x*erf(x))", [](double x) { return 1 / (x * std::erf(x)); }},
                      Slope{"atan", "1/(x*atan(x))",
                            [](double x) { return 1 / (x * std::atan(x)); }},
                      Slope{"log", "1/(x*log(x))", [](double x) { return 1 / (x * std::log(x)); }}),
    [](const auto& slope) { return slope.param.name; });

TEST(DenominatorsOfConstraints, AreMultipliedAway) {
    const System system = build({.coordinates = {"x", "y", "p"},
                                 .lagrangian = "(x'^2 + y'^2 + p'^2)/2",
                                 .constraints = {{.equation = "y' = x'*tan(p)"}}});
    EXPECT_TRUE(denominators({with_cleared_constraints(system).constraints[0].expression}, system.q)
                    .empty());
}

}  // namespace
}  // namespace rattleback::testing
