#include "expr/evaluate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "support/exact_value.hpp"
#include "support/oracle_value.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

const Expr x = symbol("x"), y = symbol("y"), v = symbol("x", 1);

template <typename Operation>
std::string error_of(const Operation& operation) {
    try {
        operation();
    } catch (const NumericalError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Evaluate, GivesTheValueOfAFormula) {
    const Values at = {{x, 3}, {y, 0.5}, {v, -2}};
    EXPECT_EQ(evaluate(Expr(7), {}), 7);
    EXPECT_EQ(evaluate(ratio(1, 3), {}), 1.0 / 3);
    EXPECT_EQ(evaluate(floating(0.1), {}), 0.1);
    EXPECT_EQ(evaluate(pi(), {}), std::numbers::pi);
    EXPECT_EQ(evaluate(x, at), 3);
    EXPECT_EQ(evaluate(v, at), -2);
    EXPECT_EQ(evaluate(2 * x - y + 1, at), 6.5);
    EXPECT_EQ(evaluate(x * x * v / y, at), -36);
    EXPECT_EQ(evaluate(pow(x, -2), at), 1.0 / 9);
    EXPECT_EQ(evaluate(pow(x, y), at), std::pow(3, 0.5));
    EXPECT_EQ(evaluate(pow(y, 10), at), 1.0 / 1024);
    EXPECT_EQ(evaluate(atan2(y, v), at), std::atan2(0.5, -2));
}

TEST(Evaluate, OfEveryFunctionIsThatOfTheCLibrary) {
    const Values at = {{x, 0.625}};
    const auto value = [&](Expr (*f)(const Expr&)) { return evaluate(f(x), at); };
    EXPECT_DOUBLE_EQ(value(abs), 0.625);
    EXPECT_EQ(evaluate(abs(x - 1), at), 0.375);
    EXPECT_DOUBLE_EQ(value(acos), std::acos(0.625));
    EXPECT_DOUBLE_EQ(value(asin), std::asin(0.625));
    EXPECT_DOUBLE_EQ(value(atan), std::atan(0.625));
    EXPECT_DOUBLE_EQ(value(cos), std::cos(0.625));
    EXPECT_DOUBLE_EQ(value(cosh), std::cosh(0.625));
    EXPECT_DOUBLE_EQ(value(exp), std::exp(0.625));
    EXPECT_DOUBLE_EQ(value(log), std::log(0.625));
    EXPECT_DOUBLE_EQ(value(sin), std::sin(0.625));
    EXPECT_DOUBLE_EQ(value(sinh), std::sinh(0.625));
    EXPECT_DOUBLE_EQ(value(sqrt), std::sqrt(0.625));
    EXPECT_DOUBLE_EQ(value(tan), std::tan(0.625));
    EXPECT_DOUBLE_EQ(value(tanh), std::tanh(0.625));
}

TEST(Evaluate, TreatsManyExpressionsAtOnce) {
    const Expr both[] = {x + y, x * y, x + y};
    EXPECT_EQ(evaluate(both, {{x, 2}, {y, 5}}), (std::vector<double>{7, 10, 7}));
    EXPECT_EQ(evaluate(std::span<const Expr>(), {}), std::vector<double>());
}

TEST(Evaluate, NamesWhatHasNoValue) {
    EXPECT_EQ(error_of([] { return evaluate(x + y, {{x, 1}}); }), "'y' has no value");
    const Values of_two{{x, 1}, {v, 1}};
    EXPECT_EQ(error_of([&] { return evaluate(x * symbol("x", 2), of_two); }), "'x''' has no value");
    const Expr applied = unspecified("A", std::vector<Expr>{x});
    EXPECT_EQ(error_of([&] { return evaluate(applied + 1, {{x, 1}}); }), "'A' has no value");
}

TEST(Evaluate, TakesValuesOfUnspecifiedFunctions) {
    const Expr arguments[] = {x, y};
    const std::int32_t by_x[] = {1, 0};
    const Expr a = unspecified("A", arguments), a_x = unspecified("A", arguments, by_x);
    EXPECT_EQ(evaluate(a_x - 3 * a, {{a, 2}, {a_x, 10}, {x, 1}, {y, 1}}), 4);
    EXPECT_EQ(evaluate(a_x - 3 * a, {{a, 2}, {a_x, 10}}), 4) << "the arguments need no values then";
    EXPECT_EQ(error_of([&] { return evaluate(a + x, {{a, 2}, {y, 1}}); }), "'x' has no value");
}

TEST(Evaluate, IsNotANumberOutsideTheDomain) {
    for (const Expr& e : {sqrt(x), log(x), asin(x), acos(x), pow(x, ratio(1, 3)), pow(x, y),
                          sqrt(x) + 1, 0 * y + log(x)})
        EXPECT_TRUE(std::isnan(evaluate(e, {{x, -2}, {y, 0.5}}))) << to_text(e);
    EXPECT_EQ(evaluate(1 / x, {{x, 0}}), INFINITY);
    EXPECT_EQ(evaluate(log(x), {{x, 0}}), -INFINITY);
    EXPECT_EQ(evaluate(exp(x), {{x, 1000}}), INFINITY);
}

TEST(Evaluate, AgreesWithASecondEvaluator) {
    testing::RandomExpression random(31, {.depth = 4,
                                          .largest_order = 0,
                                          .big_numbers = false,
                                          .floating = true,
                                          .unspecified = false});
    int compared = 0;
    for (int i = 0; i < 5000; ++i) {
        const Expr e = random.next();
        Values values;
        std::unordered_map<Expr, long double> wide;
        for (const char* name : {"x", "y", "m1", "phi"}) {
            const double at = 0.25 + 0.375 * name[0] / 64;
            values[symbol(name)] = at;
            wide[symbol(name)] = at;
        }
        testing::OracleValue<long double> oracle(wide);
        const long double expected = oracle(e);
        if (std::isnan(expected) || !oracle.moderate(1e4)) continue;
        ASSERT_NEAR(evaluate(e, values), static_cast<double>(expected),
                    1e-8 * (1 + std::fabs(static_cast<double>(expected))))
            << to_text(e);
        ++compared;
    }
    EXPECT_GT(compared, 1500);
}

TEST(EvaluateExactly, IsRationalArithmetic) {
    const ExactValues at = {{x, Number::ratio(1, 3)}, {y, Number::ratio(-2, 7)}};
    EXPECT_EQ(evaluate_exactly(x + y, at), Number::ratio(1, 21));
    EXPECT_EQ(evaluate_exactly(pow(x - y, -2), at), Number::ratio(441, 169));
    EXPECT_EQ(evaluate_exactly(pow(x, 100), at), power(Number(3), -100));
    EXPECT_EQ(evaluate_exactly(sqrt(1 + 9 * x), at), Number(2));
    EXPECT_EQ(evaluate_exactly(sin(pi() * x / 2), at), Number::ratio(1, 2));
    EXPECT_EQ(evaluate_exactly(x * cos(3 * x - 1), at), Number::ratio(1, 3));
    EXPECT_EQ(evaluate_exactly(Expr(5), {}), Number(5));
}

TEST(EvaluateExactly, IsEmptyWhenNotRational) {
    EXPECT_EQ(evaluate_exactly(sqrt(x), {{x, 2}}), std::nullopt);
    EXPECT_EQ(evaluate_exactly(sin(x), {{x, 1}}), std::nullopt);
    EXPECT_EQ(evaluate_exactly(pi() * x, {{x, 1}}), std::nullopt);
    EXPECT_EQ(evaluate_exactly(x + y, {{x, 1}}), std::nullopt);
    EXPECT_EQ(evaluate_exactly(floating(0.5) * x, {{x, 2}}), std::nullopt);
    EXPECT_EQ(evaluate_exactly(x, {{x, Number::floating(0.5)}}), std::nullopt);
}

TEST(EvaluateExactly, RefusesPoles) {
    const auto at = [](const Expr& e, int value) { return evaluate_exactly(e, {{x, value}}); };
    EXPECT_EQ(error_of([&] { return at(1 / (x - 1), 1).has_value(); }), "division by zero");
    EXPECT_EQ(error_of([&] { return at(log(x), 0).has_value(); }),
              "log of 0, which is not positive, has no value");
}

TEST(EvaluateExactly, AgreesWithFloatingPoint) {
    testing::RandomExpression random(32, {.depth = 4,
                                          .largest_order = 0,
                                          .big_numbers = false,
                                          .powers = false,
                                          .unspecified = false,
                                          .functions = {}});
    const ExactValues exact = {{symbol("x"), Number::ratio(3, 7)},
                               {symbol("y"), Number::ratio(-5, 3)},
                               {symbol("m1"), 2},
                               {symbol("phi"), Number::ratio(9, 8)}};
    Values values;
    for (const auto& [name, at] : exact) values[name] = at.to_double();
    int compared = 0;
    for (int i = 0; i < 3000; ++i) {
        const Expr e = random.next();
        testing::OracleValue<long double> oracle({values.begin(), values.end()});
        oracle(e);
        if (!oracle.moderate(1e5)) continue;
        const auto found = evaluate_exactly(e, exact);
        ASSERT_TRUE(found.has_value() || depends_on(e, pi())) << to_text(e);
        if (!found) continue;
        ASSERT_NEAR(evaluate(e, values), found->to_double(),
                    1e-6 * (1 + std::fabs(found->to_double())))
            << to_text(e);
        ++compared;
    }
    EXPECT_GT(compared, 500);
}

}  // namespace
}  // namespace rattleback
