// Balls: the value is inside, the bounds are tight, and derivatives agree with finite differences
// far beyond double precision.
#include "exact/ball.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "support/random_expression.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

constexpr int cases = testing::sanitized ? 300 : 2'000;

const Expr x = symbol("x"), y = symbol("y"), h = symbol("h");

// The rational number that a double is.
Number exactly(double value) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    return Number(static_cast<std::int64_t>(std::ldexp(mantissa, 53))) *
           power(Number(2), exponent - 53);
}

testing::RandomOptions without_functions_of_unknown_kind() {
    return {.depth = 3,
            .names = {"x", "y"},
            .largest_order = 0,
            .big_numbers = false,
            .unspecified = false};
}

Point random_point(std::mt19937_64& random) {
    const auto number = [&] {
        return Number::ratio(static_cast<std::int64_t>(random() % 4'000) - 1'000, 1'009);
    };
    return {{x, number()}, {y, number()}};
}

// Computed by mpmath; all digits are right.
TEST(Ball, EnclosesKnownConstants) {
    const std::pair<const char*, const char*> constants[] = {
        {"pi", "3.14159265358979323846264338327950288419716939937510582097494"},
        {"sqrt(2)", "1.41421356237309504880168872420969807856967187537694807317668"},
        {"exp(1)", "2.71828182845904523536028747135266249775724709369995957496697"},
        {"sin(1)", "0.841470984807896506652502321630298999622563060798371065672752"},
        {"cos(10^6)", "0.936752127533144786938532535074918775708097804212365879720578"},
        {"log(2)", "0.69314718055994530941723212145817656807550013436025525412068"},
        {"atan(2)", "1.10714871779409050301706546017853704007004764540143264667654"},
        {"tanh(1/3)", "0.321512737531634344719406222425206466005292002502083511679805"},
        {"2^(1/3)", "1.25992104989487316476721060727822835057025146470150798008198"},
        {"acos(1/3)", "1.23095941734077468213492917824798737571034000935509483905555"},
        {"asin(1/3)", "0.339836909454121937096392513391764066388244690332458071431924"},
        {"-atan2(-1, -2)", "2.67794504458898712224838715181828848216863234508898555716401"},
        {"pi^pi", "36.4621596072079117709908260226921236663655084022288187387093"},
        {"-tan(11/7)", "1581.66604110698370797292908169821815883070672076412753245148"},
        {"sinh(5)", "74.2032105777887589770094719960645655996194090044258169806613"},
        {"cosh(1/7)", "1.01022144732264469048213605052673250259610984034723714554882"},
        {"abs(cos(3))", "0.989992496600445457271572794731261302393679096615588328814086"}};
    for (const auto& [text, digits] : constants) {
        const Ball error = evaluate_ball(parse(text) - *Number::from_decimal(digits), {}, 256);
        EXPECT_LT(std::abs(error.midpoint) + error.radius, 1e-55) << text;
        EXPECT_TRUE(error.finite);
    }
}

// The midpoint is rounded to a double, and the interval around it still contains the value.
TEST(Ball, ContainsTheExactValueOfARationalNumber) {
    for (const Number& value : {Number::ratio(1, 3), Number::ratio(-22, 7), power(Number(10), 40),
                                power(Number::ratio(2, 3), 200), Number(0)}) {
        for (const int bits : {32, 64, 128, 1000}) {
            const Ball ball = evaluate_ball(x, {{x, value}}, bits);
            EXPECT_LE(abs(value - exactly(ball.midpoint)), exactly(ball.radius))
                << value.to_text() << " with " << bits;
            EXPECT_LE(ball.radius, 1e-9 * std::abs(value.to_double())) << value.to_text();
            EXPECT_EQ(ball.contains_zero, value.is_zero());
        }
    }
}

TEST(Ball, AgreesWithDoublePrecision) {
    testing::RandomExpression random(1, without_functions_of_unknown_kind());
    std::mt19937_64 choice(1);
    int compared = 0;
    for (int i = 0; i < cases; ++i) {
        const Expr e = random.next();
        const Point point = random_point(choice);
        const Ball ball = evaluate_ball(e, point);
        const double value =
            evaluate(e, {{x, point.at(x).to_double()}, {y, point.at(y).to_double()}});
        // What is badly conditioned shows in the change from one double to the next.
        const double beside = evaluate(e, {{x, std::nextafter(point.at(x).to_double(), 9)},
                                           {y, std::nextafter(point.at(y).to_double(), 9)}});
        if (!ball.finite || !std::isfinite(value) ||
            !(std::abs(value - beside) < 1e-9 * std::abs(value)))
            continue;
        ++compared;
        EXPECT_NEAR(ball.midpoint, value, ball.radius + 1e-5 * std::abs(value)) << to_text(e);
    }
    EXPECT_GT(compared, cases / 3);
}

TEST(Ball, OfMorePrecisionLiesInTheOneOfLess) {
    testing::RandomExpression random(2, without_functions_of_unknown_kind());
    std::mt19937_64 choice(2);
    for (int i = 0; i < cases; ++i) {
        const Expr e = random.next();
        const Point point = random_point(choice);
        const Ball coarse = evaluate_ball(e, point, 40), fine = evaluate_ball(e, point, 400);
        if (!coarse.finite || !std::isfinite(fine.midpoint)) continue;
        EXPECT_TRUE(fine.finite) << to_text(e);
        EXPECT_LE(std::abs(coarse.midpoint - fine.midpoint), coarse.radius + fine.radius)
            << to_text(e);
        EXPECT_TRUE(coarse.contains_zero || !fine.contains_zero) << to_text(e);
    }
}

TEST(Ball, IsNotFiniteOutsideTheDomain) {
    for (const char* text : {"sqrt(-x)", "log(-x)", "log(x - 1)", "asin(1 + x)", "acos(-x - 1)",
                             "1/(x - 1)", "(-x)^(1/3)", "(-x)^pi", "1/sin(pi*x)", "sign(log(-x))"})
        EXPECT_FALSE(evaluate_ball(parse(text), {{x, 1}}).finite) << text;
}

TEST(Ball, KeepsValuesBeyondTheRangeOfDoubles) {
    const Ball tiny = evaluate_ball(exp(-10'000 * x), {{x, 1}});
    EXPECT_TRUE(tiny.finite && !tiny.contains_zero);
    EXPECT_GT(tiny.radius, 0);
    EXPECT_LT(std::abs(tiny.midpoint) + tiny.radius, 1e-300);
    const Ball huge = evaluate_ball(exp(10'000 * x), {{x, 1}});
    EXPECT_TRUE(huge.finite && !huge.contains_zero);
    EXPECT_EQ(huge.radius, std::numeric_limits<double>::infinity());
}

TEST(Ball, NamesWhatHasNoValue) {
    const auto error_of = [](const Expr& e) {
        try {
            evaluate_ball(e, {{x, 1}});
        } catch (const NumericalError& error) {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    EXPECT_EQ(error_of(x + symbol("q", 2)), "'q''' has no value");
    EXPECT_EQ(error_of(parse("A(x)", {.any_function = true})), "'A' has no value");
}

// (e(x+h) − e(x−h))/2h − ∂e/∂x = O(h²) with h = 2⁻²⁰⁰, so at most about 10⁻¹²⁰ times e'''.
TEST(Ball, ShowsThatDerivativesAreLimitsOfDifferences) {
    testing::RandomExpression random(3, without_functions_of_unknown_kind());
    std::mt19937_64 choice(3);
    const Number step = power(Number(2), -200);
    int compared = 0;
    for (int i = 0; i < cases; ++i) {
        const Expr e = random.next();
        if (!depends_on(e, x)) continue;
        const Replacement forward{x, x + h}, backward{x, x - h};
        Expr slope;
        try {
            slope = derivative(e, x);
        } catch (const NumericalError&) {  // (−2)^x has no derivative
            continue;
        }
        const Expr quotient =
            (substitute(e, {&forward, 1}) - substitute(e, {&backward, 1})) / (2 * h);
        Point point = random_point(choice);
        point[h] = step;
        const Ball error = evaluate_ball(quotient - slope, point, 1'500),
                   size = evaluate_ball(slope, point, 1'500);
        if (!error.finite || !size.finite || !std::isfinite(size.midpoint)) continue;
        ++compared;
        EXPECT_LE(std::abs(error.midpoint) + error.radius, 1e-30 * (1 + std::abs(size.midpoint)))
            << to_text(e);
    }
    EXPECT_GT(compared, cases / 2);
}

}  // namespace
}  // namespace rattleback
