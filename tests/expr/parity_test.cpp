#include "expr/parity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"

namespace rattleback {
namespace {

const ExprVector reversed{symbol("u"), symbol("v")};

Parity parity(const char* formula) { return parity_in(parse(formula), reversed); }

// The value at a point where u and v have changed their signs is the oracle.
void expect_parity_of_values(const char* formula, Parity expected) {
    const Expr e = parse(formula);
    const Expr u = symbol("u"), v = symbol("v"), x = symbol("x");
    const double a = evaluate(e, {{u, 0.4}, {v, 1.3}, {x, 0.7}}),
                 b = evaluate(e, {{u, -0.4}, {v, -1.3}, {x, 0.7}});
    ASSERT_NE(a, 0) << formula;
    EXPECT_EQ(parity(formula), expected) << formula;
    if (expected != Parity::None) {
        EXPECT_NEAR(b, expected == Parity::Even ? a : -a, 1e-12) << formula;
    } else {
        EXPECT_GT(std::abs(std::abs(a) - std::abs(b)), 1e-3) << formula;
    }
}

TEST(Parity, IsThatOfTheValues) {
    for (const char* even : {"x", "3", "u*v", "u^2 + x*v^2 + 1", "cos(u)", "u*sin(v)", "abs(u)/x",
                             "1/(x + u*v)", "sqrt(u^2 + v^2)", "exp(x)*cosh(u - v)"})
        expect_parity_of_values(even, Parity::Even);
    for (const char* odd : {"u", "u - x*v", "u^3/v^2", "sin(u + v)", "x*tan(u*cos(v))", "atan(u)",
                            "sign(v)*u^2", "1/(u + v)"})
        expect_parity_of_values(odd, Parity::Odd);
    for (const char* neither : {"1 + u", "u + v^2", "exp(u)", "sin(u + x)", "sqrt(3 + u)"})
        expect_parity_of_values(neither, Parity::None);
}

// What cancels only after expansion is not shown.
TEST(Parity, SaysNothingOfWhatIsNotShown) {
    EXPECT_EQ(parity("(x + u)^2 - 2*x*u"), Parity::None);
    EXPECT_EQ(parity("x^u"), Parity::None);
}

}  // namespace
}  // namespace rattleback
