// Ranges of formulas contain what the formulas are at points, and close in on it.

#include <gtest/gtest.h>

#include <random>

#include "trajectory/formula_along_step.hpp"
#include "trajectory/formula_problem.hpp"

namespace rattleback::testing {
namespace {

// x and y as polynomials of θ, in either basis.
struct Step {
    explicit Step(Basis basis, unsigned seed = 1) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> any(-0.4, 0.4);
        for (double& c : coefficients) c = any(random);
        coefficients[0] += 0.7;
        coefficients[1] += 0.9;
        segment = {{0.5, 0}, 2, basis, 2, 5, coefficients.data()};
    }
    std::array<double, 10> coefficients{};
    Segment segment;
};

class Ranges : public ::testing::TestWithParam<std::string> {};

TEST_P(Ranges, ContainTheValuesAtPoints) {
    const Tape tape = record(parsed({"x", "y", "t"}), parsed({GetParam()}));
    for (const Basis basis : {Basis::Power, Basis::Alternating}) {
        const Step step(basis);
        FormulaAlongStep g(tape, 2), point(tape, 2);
        point.begin(step.segment, {});
        int parts = 0;
        for (g.begin(step.segment, {}); !g.is_done(); ++parts) {
            const IntervalJet range = g.over_part();
            const auto part = g.part();
            for (int i = 0; i <= 8; ++i) {
                const IntervalJet& jet = point.at(part.from + part.width * i / 8);
                if (!std::isfinite(jet.centre)) continue;
                const auto contains = [](const Interval& all, double x) {
                    const double slack = 1e-9 * (1 + std::abs(x));
                    return all.low - slack <= x && x <= all.high + slack;
                };
                EXPECT_TRUE(contains(range.value, jet.centre)) << part.from << " " << part.width;
                EXPECT_TRUE(contains(range.slope, jet.slope.low)) << part.from;
                EXPECT_TRUE(contains(range.curvature, jet.curvature.low)) << part.from;
            }
            part.width > 1.0 / 64 ? g.halve() : g.next();
        }
        EXPECT_EQ(parts, 127);
    }
}

TEST_P(Ranges, HaveTheDerivativesOfTheFormula) {
    const Tape tape = record(parsed({"x", "y", "t"}), parsed({GetParam()}));
    const Step step(Basis::Alternating, 2);
    FormulaAlongStep g(tape, 2);
    g.begin(step.segment, {});
    const double theta = 0.37, h = 1e-4;
    const double before = g.at(theta - h).centre, after = g.at(theta + h).centre;
    const IntervalJet jet = g.at(theta);
    EXPECT_NEAR(jet.slope.low, (after - before) / (2 * h), 1e-5 * (1 + std::abs(jet.slope.low)));
    EXPECT_NEAR(jet.curvature.low, (after - 2 * jet.centre + before) / (h * h),
                1e-4 * (1 + std::abs(jet.curvature.low)));
}

INSTANTIATE_TEST_SUITE_P(Functions, Ranges,
                         ::testing::Values("x", "x*y - t", "x^2 + y^2 - 1", "x/(2 + y)", "x/y",
                                           "abs(x - y)", "acos(x/3)", "asin(y/3)", "atan(x*y)",
                                           "atan2(x - 1, y - 1)", "atan2(x + 3, y)",
                                           "cos(3*x)*sin(5*y)", "cosh(x) - sinh(y)", "exp(-x^2)",
                                           "log(x + 3)", "sqrt(x^2 + y^2)", "tan(x)",
                                           "tanh(4*x - y)", "(x + 3)^(1/3)", "(x + 3)^y",
                                           "sin(20*t)*x", "1/(1 + x^4)"));

// The bound of g closes in with the square of the width: x − x² + y over ever shorter parts.
TEST(Range, CloseInWithTheSquareOfTheWidth) {
    const Tape tape = record(parsed({"x", "y", "t"}), parsed({"sin(x)*y - cos(y)*x"}));
    const Step step(Basis::Power);
    FormulaAlongStep g(tape, 2), point(tape, 2);
    point.begin(step.segment, {});
    g.begin(step.segment, {});
    double before = 0;
    for (int level = 0; level < 20; ++level) {
        const IntervalJet range = g.over_part();
        const double left = point.at(0).centre, right = point.at(g.part().until()).centre;
        const double excess = range.value.high - range.value.low - std::abs(right - left);
        if (level > 12) {
            EXPECT_LT(excess, 0.3 * before + 1e-15);
        }
        before = excess;
        g.halve();
    }
}

}  // namespace
}  // namespace rattleback::testing
