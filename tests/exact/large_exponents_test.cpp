// What exact algebra writes has a value wherever the formula it was given has one.
//
// The oracle is the formula itself, evaluated in floating point at points where the parts of its
// exponentials overflow, and where expanded exponents would have lost their digits.
#include <gtest/gtest.h>

#include <cmath>

#include "exact/factor.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

constexpr double near_places[] = {-25, -3, 0, 0.5, 2.999, 3.0001, 9.98, 20.003, 25};

double value_at(const Expr& e, double x) {
    return evaluate(e, {{symbol("x"), x},
                        {symbol("y"), 0.75},
                        {symbol("p"), 0.4},
                        {symbol("n"), 3},
                        {symbol("x", 1), 1.5},
                        {symbol("y", 1), -0.5}});
}

// To rounding: of the value, and of the sizes of what was expanded.
void expect_same_values(const Expr& before, const Expr& after, double size) {
    for (const double x : near_places) {
        const double expected = value_at(before, x);
        ASSERT_TRUE(std::isfinite(expected)) << to_text(before) << " at " << x;
        EXPECT_NEAR(value_at(after, x), expected, 1e-13 * (std::fabs(expected) + size))
            << to_text(after) << " at " << x;
    }
}

// Times a factor that simplification removes, so that the input does not win.
const Expr one = parse("((y + 1)^2 - y^2 - 2*y)*(sin(p)^2 + cos(p)^2)");

class LargeExponents : public ::testing::TestWithParam<const char*> {};

TEST_P(LargeExponents, AreSimplifiedToWhatHasTheSameValues) {
    const Expr e = parse(GetParam());
    const Expr simple = simplify(e * one);
    EXPECT_NE(simple, e * one);
    expect_same_values(e, simple, 1e-30);
}

TEST_P(LargeExponents, SolveEquationsToWhatHasTheSameValues) {
    const Expr e = parse(GetParam());
    const ExprMatrix a{{2, symbol("y")}, {symbol("y"), 1}};
    const auto x = solve(a, {symbol("y") * e, e});
    ASSERT_TRUE(x);
    expect_same_values(0, x->at(0), 1);
    expect_same_values(e, x->at(1), 1);
}

TEST_P(LargeExponents, AreFactors) {
    const Expr e = parse(GetParam()), v = symbol("x", 1), w = symbol("y", 1);
    const Expr velocities[] = {v, w};
    const Expr b = (v - e * w) * (v + w);
    const Factorization found = factor(b, velocities);
    EXPECT_EQ(found.factors.size(), 2U);
    expect_same_values(b, found.product(), 1);
}

INSTANTIATE_TEST_SUITE_P(Formulas, LargeExponents,
                         ::testing::Values("exp(-10*(x - 10)^2)", "40*(x - 3)*exp(-2000*(x - 3)^2)",
                                           "exp(-(x - 3)^2) + 2*exp(-2*(x - 3)^2/3)",
                                           "exp(-100*(x - 3)^2)*cos(p) - y*exp(-100*(x - 20)^2)",
                                           "exp(-100*(x - 3)^2)*exp(-x^2)",
                                           "x*tanh(40*(x - 3)) + 1", "exp(-(x - y)^2/(y/100)^2)",
                                           "1/(1 + exp(-20*(x - 2)))", "(1 - exp(-6*(x - 3)))^2/50",
                                           "1/cosh(12*(x - 3))", "sinh(12*(x - 3))",
                                           "n*abs(x)^(n - 1) + n*(n - 1)*abs(x)^(n - 2)",
                                           "n*x^(n - 1)"));

TEST(LargeExponents, AreWrittenAsTheyWere) {
    const auto simple = [](const char* text) { return to_text(simplify(parse(text) * one)); };
    EXPECT_EQ(simple("40*(x - 10)*exp(-10*(x - 10)^2)"), "40*(x - 10)*exp(-10*(x - 10)^2)");
    EXPECT_EQ(simple("exp(-2*a*(x - b)) - 2*exp(-a*(x - b))"),
              "(exp(-a*(x - b)) - 2)*exp(-a*(x - b))");
    EXPECT_EQ(simple("k*n*y^(n - 1)"), "k*n*y^(n - 1)");
    EXPECT_EQ(simple("y*tanh(k*(x - b))"), "y*tanh(k*(x - b))");
    // Related exponents are still found to be so.
    EXPECT_EQ(simple("exp((x - 3)^2)*exp(6*x) - exp(x^2 + 9)"), "0");
    EXPECT_EQ(simple("exp(x + y)/exp(x) - exp(y)"), "0");
    EXPECT_EQ(simple("exp(a*(x + 1) - a*x)"), "exp(a)");
}

}  // namespace
}  // namespace rattleback
