#include "dynamics/integral_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expr/functions.hpp"
#include "expr/integral.hpp"
#include "expr/parse.hpp"

namespace rattleback {
namespace {

const Expr s = symbol("s"), r = symbol("r"), t = symbol("t");

Expr of(const Expr& integrand, const Expr& lower, const Expr& upper) {
    return integral({integrand, s, lower, upper});
}

double value(const Expr& e, double at) {
    IntegralValues f({t}, {e});
    double out = 0;
    f(&at, &out);
    return out;
}

// Values of Abramowitz and Stegun: Si (table 5.1), C and S (table 7.8), K (table 17.1), and erf.
TEST(IntegralValues, AreThoseOfTheTables) {
    EXPECT_NEAR(value(of(sin(s) / s, 0, t), 1), 0.9460830704, 1e-10);
    EXPECT_NEAR(value(of(sin(s) / s, 0, t), 10), 1.6583475942, 1e-10);
    EXPECT_NEAR(value(of(cos(pi() * pow(s, 2) / 2), 0, t), 1), 0.7798934, 1e-7);
    EXPECT_NEAR(value(of(sin(pi() * pow(s, 2) / 2), 0, t), 1), 0.4382591, 1e-7);
    EXPECT_NEAR(value(of(parse("1/sqrt(1 - sin(s)^2/2)"), 0, pi() * t / 2), 1), 1.854074677301372,
                1e-13);
    for (const double x : {-3.0, 0.25, 2.0})
        EXPECT_NEAR(value(2 * of(exp(-pow(s, 2)), 0, t) / sqrt(pi()), x), std::erf(x), 1e-13);
}

// ∫₀ᵗ ∫₀ˢ cos r dr sin s ds = ∫ sin² = t/2 − sin 2t/4, asked in any order and back.
TEST(IntegralValues, OfNestedIntegrals) {
    const Expr inner = integral({cos(r), r, 0, s});
    IntegralValues f({t}, {of(sin(s) * inner, 0, t)});
    for (const double x : {0.5, 30.0, -2.0, 29.5, 0.0, 0.5}) {
        double out = 0;
        f(&x, &out);
        EXPECT_NEAR(out, x / 2 - std::sin(2 * x) / 4, 1e-12) << x;
    }
}

TEST(IntegralValues, WhereTheParameterIsTheTimeOrTheBoundsAreReversed) {
    EXPECT_NEAR(value(of(cos(s * t), 0, t), 1.5), std::sin(2.25) / 1.5, 1e-13);
    EXPECT_NEAR(value(of(cos(s), t, 0), 1.5), -std::sin(1.5), 1e-13);
    EXPECT_NEAR(value(of(cos(s), -2 * t, pow(t, 2)), 1.5), std::sin(2.25) + std::sin(3.0), 1e-13);
}

// 1/√s can be integrated from 0 on, 1/s cannot; nor can 1/s across 0, though the signs of its poles
// would cancel.
TEST(IntegralValues, AreNoneWhereTheIntegralDoesNotExist) {
    EXPECT_NEAR(value(of(1 / sqrt(s), 0, t), 2), 2 * std::numbers::sqrt2, 1e-9);
    EXPECT_NEAR(value(of(log(s), 0, t), 1), -1, 1e-10);
    EXPECT_TRUE(std::isnan(value(of(1 / s, 0, t), 2)));
    EXPECT_TRUE(std::isnan(value(of(1 / s, -t, t), 2)));
    EXPECT_TRUE(std::isnan(value(of(1 / s, -t, t + 1), 2)));
    EXPECT_TRUE(std::isnan(value(of(1 / pow(s - 1, 2), 0, t), 2)));
    EXPECT_TRUE(std::isnan(value(of(sqrt(s), -1, t), 2)));
    EXPECT_NEAR(value(of(1 / s, 1, t), 2), std::numbers::ln2, 1e-13);
}

// Along many steps the errors of all stretches add up to little.
TEST(IntegralValues, GoOnFromTheNearestOne) {
    IntegralValues f({t}, {of(cos(s), 0, t)});
    double out = 0;
    for (int i = 1; i <= 5'000; ++i) {
        const double x = 0.01 * i;
        f(&x, &out);
    }
    EXPECT_NEAR(out, std::sin(50.0), 1e-12);
}

}  // namespace
}  // namespace rattleback
