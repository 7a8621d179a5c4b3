// Normal form: one way of writing for all that is equal, and different ones for what is not.
// The single identities are in identities_test.cpp; here they meet at random.
#include "exact/normal_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "exact/is_zero.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "rewriting.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

using testing::ExpressionOfClass;
using testing::Rewriting;

constexpr Limits limits{.terms = 20'000, .work = 30'000};

constexpr int cases = testing::sanitized ? 300 : 3'000;

// Empty beyond the limits, and where a random denominator vanishes.
std::optional<Expr> form(const Expr& e) {
    try {
        return normal_form(e, limits);
    } catch (const TooLarge&) {
    } catch (const NumericalError&) {
    }
    return {};
}

std::string form_of(const char* text) {
    return to_text(normal_form(parse(text, {.any_function = true})));
}

TEST(NormalForm, IsTheSameNodeForEveryWayOfWriting) {
    int compared = 0;
    for (int i = 0; i < cases; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        ExpressionOfClass random(seed);
        Rewriting rewriting(seed);
        const Expr a = random.next(2), b = rewriting(rewriting(a));
        const auto left = form(a), right = form(b);
        if (!left || !right) continue;
        ++compared;
        EXPECT_EQ(*left, *right) << "seed " << i << "\n" << to_text(a) << "\n" << to_text(b);
    }
    EXPECT_GT(compared, cases * 9 / 10);
}

TEST(NormalForm, IsItsOwnNormalForm) {
    for (int i = 0; i < cases; ++i) {
        ExpressionOfClass random(static_cast<std::uint64_t>(i) + 1'000'000);
        const Expr a = random.next(3);
        const auto once = form(a);
        const auto twice = once ? form(*once) : once;
        EXPECT_TRUE(!twice || *once == *twice) << to_text(a);
    }
}

// The values of both at a few points, in double precision, decide whether a mistake matters.
double largest_difference(const Expr& a, const Expr& b) {
    double largest = 0;
    for (int k = 1; k <= 3; ++k) {
        Values values;
        for (const Expr& s : symbols_of(std::vector<Expr>{a, b}))
            values[s] = 0.1 + 0.2 * k / (1.0 + static_cast<double>(s.hash() % 7));
        const double difference = evaluate(a, values) - evaluate(b, values);
        if (std::isfinite(difference)) largest = std::max(largest, std::abs(difference));
    }
    return largest;
}

double value_at_witness(const ZeroTest& test, const Expr& e) {
    Values values;
    for (const Expr& s : symbols_of(e)) values[s] = 0.5;  // what has cancelled may have any value
    for (const auto& [symbol, number] : test.witness) values[symbol] = number.to_double();
    return evaluate(substitute(e, test.witness_functions), values);
}

TEST(NormalForm, DiffersAfterASmallMistakeWhichAWitnessShows) {
    int refuted = 0, shown = 0;
    for (int i = 0; i < cases; ++i) {
        const auto seed = static_cast<std::uint64_t>(i) + 2'000'000;
        ExpressionOfClass random(seed);
        Rewriting rewriting(seed);
        const Expr a = random.next(2), b = rewriting.perturbed(a);
        const auto without_functions = [](const Expr& e) {
            return to_text(e).find("A(") == std::string::npos;
        };
        if (!without_functions(a) || largest_difference(a, b) < 1e-3) continue;
        const auto left = form(a), right = form(b);
        if (!left || !right) continue;
        ++refuted;
        EXPECT_NE(*left, *right) << to_text(a) << "\n" << to_text(b);
        const ZeroTest test = are_equal(a, b);
        ASSERT_TRUE(test.proved_nonzero()) << to_text(a) << "\n" << to_text(b);
        const double value = value_at_witness(test, a - b);
        // A double cannot show a value that is small beside the terms it is the difference of.
        const double scale = std::max(1.0, std::abs(value_at_witness(test, a)));
        EXPECT_NEAR(value, test.value.midpoint, 1e-7 * scale + 1e-7 * std::abs(value))
            << to_text(a - b);
        if (std::abs(value) > 1e-7 * scale) ++shown;
    }
    EXPECT_GT(refuted, cases / 2);
    EXPECT_GT(shown, refuted * 98 / 100);
}

TEST(NormalForm, IsAQuotientOfExpandedPolynomials) {
    EXPECT_EQ(form_of("(x + y)^2 - x^2"), "2*x*y + y^2");
    EXPECT_EQ(form_of("(x^2 - y^2)/(2*x + 2*y)"), "x/2 - y/2");
    EXPECT_EQ(form_of("1/x + 1/y"), "(x + y)/(x*y)");
    EXPECT_EQ(form_of("-1/(y - x)"), "1/(x - y)");
    EXPECT_EQ(form_of("tan(x)"), "-cos(x)*sin(x)/(sin(x)^2 - 1)");
    EXPECT_EQ(form_of("cos(x)^2"), "1 - sin(x)^2");
    EXPECT_EQ(form_of("sinh(x)"), "exp(x)/2 - exp(-x)/2");
    EXPECT_EQ(form_of("sqrt(8*x^2*y)"), "2*sqrt(2)*abs(x)*sqrt(y)");
    EXPECT_EQ(form_of("1/(1 + sqrt(2))"), "sqrt(2) - 1");
    EXPECT_EQ(form_of("x^y*x^z/x^2"), "x^(y + z - 2)");
    EXPECT_EQ(form_of("A(sin(x)^2 + cos(x)^2)"), "A(1)");
}

TEST(NormalForm, KnowsTheValuesAtTwelfthsOfPi) {
    EXPECT_EQ(form_of("sin(pi/12)"), form_of("(sqrt(6) - sqrt(2))/4"));
    EXPECT_EQ(form_of("tan(5*pi/12)"), form_of("2 + sqrt(3)"));
    EXPECT_EQ(form_of("cos(x + 3*pi/2)"), "sin(x)");
    EXPECT_EQ(form_of("sin(x - 25*pi/12)"), form_of("sin(x - pi/12)"));
    for (int k = -40; k <= 40; ++k) {
        const Expr angle = ratio(k, 12) * pi();
        EXPECT_NEAR(evaluate(normal_form(sin(angle)), {}), std::sin(k * std::numbers::pi / 12),
                    1e-14)
            << k;
        EXPECT_NEAR(evaluate(normal_form(cos(angle)), {}), std::cos(k * std::numbers::pi / 12),
                    1e-14)
            << k;
    }
}

TEST(NormalForm, KeepsLargeMultiplesOfAnAngleTogether) {
    EXPECT_EQ(form_of("sin(314.159*t)"), "sin(314159*t/1000)");
    EXPECT_EQ(form_of("sin(628.318*t) - 2*sin(314.159*t)*cos(314.159*t)"), "0");
    EXPECT_EQ(form_of("exp(v/0.02585)^2"), "exp(40000*v/517)");
    EXPECT_EQ(form_of("exp(4294967296*x)"), "exp(4294967296*x)");
    EXPECT_EQ(form_of("exp(10^30*x)^2"), "exp(2000000000000000000000000000000*x)");
}

TEST(NormalForm, LeavesHalfAnglesUnderARoot) {
    EXPECT_EQ(form_of("sqrt(sin(x/2) + 2)"), "sqrt(sin(x/2) + 2)");
    EXPECT_EQ(form_of("sqrt(sin(x) + 2)*sin(x/2)*cos(x/2)"), "sqrt(sin(x) + 2)*sin(x)/2");
    EXPECT_EQ(form_of("sqrt(sin(x/2) + 2)*sin(x)"),
              form_of("2*sqrt(sin(x/2) + 2)*sin(x/2)*cos(x/2)"));
}

// The conjugate of a zero divisor may be zero where the denominator is not: by it nothing may be multiplied.
TEST(NormalForm, DoesNotMultiplyByZeroDivisors) {
    EXPECT_EQ(form_of("1/(x + abs(x))"), "1/(x + abs(x))");
    const Expr absolute = parse("(x + abs(x))*(y + abs(y))/((abs(x) + x) - (abs(y) - y))");
    EXPECT_NEAR(evaluate(normal_form(absolute), {{symbol("x"), 2}, {symbol("y"), 3}}), 6, 1e-12);
    const Expr roots = parse(
        "(sqrt(x) + (x^(1/6))^3)*(x^(2/3) + x^(1/3)*(x^(1/6))^2 + (x^(1/6))^4)"
        "/(x^(1/3) - (x^(1/6))^2 - sqrt(x) - (x^(1/6))^3)");
    EXPECT_NEAR(evaluate(normal_form(roots), {{symbol("x"), 8}}), -12, 1e-10);
}

TEST(NormalForm, SaysThatADenominatorVanishes) {
    EXPECT_THROW(normal_form(parse("1/(sin(x)^2 + cos(x)^2 - 1)")), NumericalError);
    EXPECT_THROW(normal_form(parse("x/(cosh(y)^2 - sinh(y)^2 - 1)")), NumericalError);
    EXPECT_THROW(normal_form(parse("log(x - x + sin(y)^2 + cos(y)^2 - 2)")), NumericalError);
}

TEST(NormalForm, ThrowsTooLargeAtItsLimits) {
    EXPECT_THROW(normal_form(parse("(x + y + z + 1)^200")), TooLarge);
    EXPECT_THROW(normal_form(parse("(x + y + z + 1)^12"), {.terms = 100}), TooLarge);
    EXPECT_THROW(normal_form(parse("sin(x) + sin(1999*x)")), TooLarge);
}

}  // namespace
}  // namespace rattleback
