// Functions at special arguments are folded exactly when an expression is built.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

const Expr x = symbol("x");

template <typename Operation>
std::string error_of(const Operation& operation) {
    try {
        operation();
    } catch (const NumericalError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Folding, OfSineAndCosineAtMultiplesOfPi) {
    EXPECT_EQ(sin(pi() / 6), ratio(1, 2));
    EXPECT_EQ(sin(pi() / 2), Expr(1));
    EXPECT_EQ(sin(5 * pi() / 6), ratio(1, 2));
    EXPECT_EQ(sin(7 * pi() / 6), ratio(-1, 2));
    EXPECT_EQ(cos(pi() / 3), ratio(1, 2));
    EXPECT_EQ(cos(pi()), Expr(-1));
    EXPECT_EQ(cos(2 * pi() / 3), ratio(-1, 2));
    EXPECT_EQ(tan(pi() / 4), Expr(1));
    EXPECT_EQ(tan(3 * pi() / 4), Expr(-1));
    EXPECT_EQ(sin(pi() / 4).kind(), Kind::Call);  // an irrational value is not written out
    EXPECT_EQ(sin(pi() + x).kind(), Kind::Call);
}

// sin(k·π/24) is rational at the multiples of π/2, and at the odd multiples of π/6.
bool sine_is_rational(int k) { return k % 12 == 0 || (k % 4 == 0 && k % 8 != 0); }

// All multiples of π/24 through several turns: what is folded has the right value, and everything
// with a rational sine is folded.
TEST(Folding, OfTrigonometricFunctionsIsRightAllAround) {
    for (int k = -100; k <= 100; ++k) {
        const Expr angle = ratio(k, 24) * pi();
        const double u = k * std::numbers::pi / 24;
        EXPECT_NEAR(evaluate(sin(angle), {}), std::sin(u), 1e-12) << k;
        EXPECT_NEAR(evaluate(cos(angle), {}), std::cos(u), 1e-12) << k;
        EXPECT_EQ(sin(angle).is_number(), sine_is_rational(k)) << k;
        EXPECT_EQ(cos(angle).is_number(), sine_is_rational(k + 12)) << k;
        if (k % 24 == 12 || k % 24 == -12) {
            EXPECT_EQ(error_of([&] { return tan(angle); }),
                      "tan has no value at an odd multiple of pi/2");
        } else {
            EXPECT_NEAR(evaluate(tan(angle), {}), std::tan(u),
                        1e-12 * (1 + std::pow(std::tan(u), 2)))
                << k;
        }
    }
}

TEST(Folding, OfTrigonometricFunctionsAtHugeMultiplesOfPi) {
    const auto turns = [](std::int64_t n, std::int64_t d) { return ratio(n, d) * pi(); };
    EXPECT_EQ(cos(turns(INT64_MAX - 1, 12)), Expr(0));  // INT64_MAX = 7 mod 24
    EXPECT_EQ(cos(turns(INT64_MAX, 12)).kind(), Kind::Call);
    EXPECT_EQ(sin(turns(INT64_MIN + 2, 12)), Expr(-1));  // INT64_MIN = -8 mod 24
    EXPECT_EQ(tan(turns(INT64_MAX, 4)), Expr(-1));       // INT64_MAX = 3 mod 4
}

TEST(Folding, OfTheOtherFunctions) {
    EXPECT_EQ(sqrt(Expr(4)), Expr(2));
    EXPECT_EQ(sqrt(ratio(9, 16)), ratio(3, 4));
    EXPECT_EQ(sqrt(Expr(0)), Expr(0));
    EXPECT_EQ(sqrt(Expr(2)).kind(), Kind::Call);
    EXPECT_EQ(exp(Expr(0)), Expr(1));
    EXPECT_EQ(log(Expr(1)), Expr(0));
    EXPECT_EQ(sin(Expr(0)), Expr(0));
    EXPECT_EQ(cos(Expr(0)), Expr(1));
    EXPECT_EQ(tan(Expr(0)), Expr(0));
    EXPECT_EQ(sinh(Expr(0)), Expr(0));
    EXPECT_EQ(cosh(Expr(0)), Expr(1));
    EXPECT_EQ(tanh(Expr(0)), Expr(0));
    EXPECT_EQ(asin(Expr(0)), Expr(0));
    EXPECT_EQ(asin(Expr(1)), pi() / 2);
    EXPECT_EQ(asin(Expr(-1)), -pi() / 2);
    EXPECT_EQ(acos(Expr(1)), Expr(0));
    EXPECT_EQ(acos(Expr(0)), pi() / 2);
    EXPECT_EQ(acos(Expr(-1)), pi());
    EXPECT_EQ(atan(Expr(1)), pi() / 4);
    EXPECT_EQ(atan(Expr(-1)), -pi() / 4);
    EXPECT_EQ(abs(ratio(-7, 3)), ratio(7, 3));
    EXPECT_EQ(abs(pi()), pi());
    EXPECT_EQ(abs(abs(x)), abs(x));
    EXPECT_EQ(abs(sqrt(x)), sqrt(x));
    EXPECT_EQ(abs(exp(x)), exp(x));
    EXPECT_EQ(abs(cosh(x)), cosh(x));
    EXPECT_EQ(abs(sin(x)).kind(), Kind::Call);
}

TEST(Folding, OfAtan2KnowsTheQuadrants) {
    EXPECT_EQ(atan2(Expr(0), Expr(3)), Expr(0));
    EXPECT_EQ(atan2(Expr(0), Expr(-3)), pi());
    EXPECT_EQ(atan2(Expr(2), Expr(0)), pi() / 2);
    EXPECT_EQ(atan2(Expr(-2), Expr(0)), -pi() / 2);
    EXPECT_EQ(atan2(Expr(1), Expr(2)).kind(), Kind::Call);
    EXPECT_EQ(atan2(Expr(0), x).kind(), Kind::Call);  // 0 or π
    EXPECT_EQ(error_of([] { return atan2(Expr(0), Expr(0)); }), "atan2(0, 0) has no value");
}

TEST(Folding, RefusesWhatHasNoValue) {
    EXPECT_EQ(error_of([] { return log(Expr(0)); }),
              "log of 0, which is not positive, has no value");
    EXPECT_EQ(error_of([] { return log(ratio(-1, 2)); }),
              "log of -1/2, which is not positive, has no value");
    EXPECT_EQ(error_of([] { return sqrt(Expr(-4)); }),
              "sqrt of the negative number -4 is not real");
    EXPECT_EQ(error_of([] { return pow(Expr(-4), ratio(1, 2)); }),
              "sqrt of the negative number -4 is not real");
}

TEST(Folding, OfPowersOfNumbers) {
    EXPECT_EQ(pow(Expr(8), ratio(1, 3)), Expr(2));
    EXPECT_EQ(pow(Expr(8), ratio(-2, 3)), ratio(1, 4));
    EXPECT_EQ(pow(Expr(4), ratio(3, 2)), Expr(8));
    EXPECT_EQ(pow(ratio(16, 81), ratio(1, 4)), ratio(2, 3));
    EXPECT_EQ(pow(Expr(0), ratio(1, 3)), Expr(0));
    EXPECT_EQ(pow(Expr(1), ratio(1, 3)), Expr(1));
    EXPECT_EQ(pow(Expr(2), ratio(1, 3)).kind(), Kind::Power);
    EXPECT_EQ(pow(ratio(2, 3), -3), ratio(27, 8));
}

// What is folded must be what evaluation would have given.
TEST(Folding, OfFloatingArgumentsIsEvaluation) {
    for (const Function& f : functions()) {
        const Expr args[] = {floating(0.375), floating(0.625)};
        const Expr folded = call(f.id, {args, static_cast<std::size_t>(f.arity)});
        const double values[] = {0.375, 0.625};
        ASSERT_TRUE(folded.is_number()) << f.name;
        EXPECT_FALSE(folded.number().is_exact()) << f.name;
        EXPECT_EQ(folded.number().to_double(), f.value({values, static_cast<std::size_t>(f.arity)}))
            << f.name;
    }
    EXPECT_EQ(pow(floating(2), ratio(1, 2)), floating(std::sqrt(2.0)));
    EXPECT_EQ(pow(floating(2), ratio(2, 3)), floating(std::pow(2.0, 2.0 / 3)));
    EXPECT_EQ(pow(floating(2), ratio(-1, 3)), floating(std::pow(2.0, -1.0 / 3)));
    EXPECT_EQ(pow(floating(2), floating(0.5)), floating(std::sqrt(2.0)));
    EXPECT_EQ(pow(Expr(2), floating(0.5)), floating(std::sqrt(2.0)));
    EXPECT_EQ(floating(0.5) + ratio(1, 2), floating(1));
    EXPECT_NE(floating(0.5) * x, x / 2);
    EXPECT_EQ(floating(0) + x, x);
    EXPECT_THROW(exp(floating(1000)), NumericalError);
    EXPECT_THROW(acos(floating(2)), NumericalError);
    EXPECT_THROW(sqrt(floating(-1)), NumericalError);
}

TEST(Functions, AreFoundByTheirNames) {
    for (const Function& f : functions()) {
        ASSERT_EQ(find_function(f.name), &function(f.id)) << f.name;
        EXPECT_EQ(function(f.id).name, f.name);
    }
    EXPECT_EQ(find_function("arcsin"), nullptr);
    EXPECT_EQ(find_function("Sin"), nullptr);
    EXPECT_EQ(find_function(""), nullptr);
}

}  // namespace
}  // namespace rattleback
