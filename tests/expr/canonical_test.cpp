// Canonical form: what is equal is the same node, and what is said not to be expanded is not.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

const Expr a = symbol("a"), b = symbol("b"), x = symbol("x"), y = symbol("y"), z = symbol("z");

template <typename Operation>
std::string error_of(const Operation& operation) {
    try {
        operation();
    } catch (const NumericalError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Canonical, EqualityIgnoresOrderAndBrackets) {
    EXPECT_EQ(x + y, y + x);
    EXPECT_EQ((x + y) + z, x + (y + z));
    EXPECT_EQ(x * y, y * x);
    EXPECT_EQ((x * y) * z, x * (y * z));
    EXPECT_EQ(x - y + z, z - (y - x));
    EXPECT_EQ(x / y / z, x / (y * z));
    EXPECT_EQ(sin(x + y) * cos(y * x), cos(x * y) * sin(y + x));
    EXPECT_NE(x + y, x + z);
    EXPECT_NE(x - y, y - x);
    EXPECT_NE(x / y, y / x);
    EXPECT_NE(atan2(x, y), atan2(y, x));
    EXPECT_NE(pow(x, y), pow(y, x));
}

TEST(Canonical, CollectsTerms) {
    EXPECT_EQ(x - x, Expr(0));
    EXPECT_EQ(x + x, 2 * x);
    EXPECT_EQ(3 * x + ratio(1, 2) * x, ratio(7, 2) * x);
    EXPECT_EQ(2 * x - 2 * x + y, y);
    EXPECT_EQ(x * y + y * x, 2 * x * y);
    EXPECT_EQ(1 + x + 2, x + 3);
    EXPECT_EQ(ratio(1, 3) + x - ratio(1, 3), x);
    EXPECT_EQ((x + y) - (x - y), 2 * y);
    EXPECT_EQ(2 * (x + y) - 3 * (x + y), -x - y);
    EXPECT_EQ(2 * (x + y) + 3 * (x + y), 5 * (x + y));
    EXPECT_EQ(-(x - y), y - x);
    EXPECT_EQ(-(-x), x);
    EXPECT_EQ(x - 0, x);
    EXPECT_EQ(2 * (x / 2), x);
}

TEST(Canonical, CollectsPowers) {
    EXPECT_EQ(x * x, pow(x, 2));
    EXPECT_EQ(x * x * x / x, pow(x, 2));
    EXPECT_EQ(x / x, Expr(1));
    EXPECT_EQ(pow(x, 3) * pow(x, -5), 1 / (x * x));
    EXPECT_EQ(pow(x * y, 2), pow(x, 2) * pow(y, 2));
    EXPECT_EQ(pow(pow(x, 2), 3), pow(x, 6));
    EXPECT_EQ(pow(2 * x / y, -2), pow(y, 2) / (4 * pow(x, 2)));
    EXPECT_EQ((2 * x) * (3 * y), 6 * (x * y));
    EXPECT_EQ((x + y) * (y + x), pow(x + y, 2));
    EXPECT_EQ((x + y) / (y + x), Expr(1));
    EXPECT_EQ(pow(2 * x + 2 * x, 2), 16 * x * x);
    EXPECT_EQ(pow(x, 0), Expr(1));
    EXPECT_EQ(pow(x, 1), x);
    EXPECT_EQ(pow(x, Expr(2)), x * x);
    EXPECT_EQ(0 * sin(x), Expr(0));
    EXPECT_EQ(pow(Expr(1), x), Expr(1));
}

TEST(Canonical, NothingIsExpanded) {
    const Expr twice = 2 * (x + y);
    ASSERT_EQ(twice.kind(), Kind::Sum);
    ASSERT_EQ(twice.args().size(), 1U);
    EXPECT_EQ(twice.args()[0], x + y);
    EXPECT_EQ(twice.coefficients()[0], Number(2));
    EXPECT_NE(twice, 2 * x + 2 * y);

    const Expr square = pow(x + y, 2);
    ASSERT_EQ(square.kind(), Kind::Product);
    ASSERT_EQ(square.args().size(), 1U);
    EXPECT_EQ(square.args()[0], x + y);
    EXPECT_EQ(square.exponents()[0], 2);
    EXPECT_NE(square, x * x + 2 * x * y + y * y);

    EXPECT_NE(z * (x + y), z * x + z * y);
    EXPECT_NE(sin(x + y), sin(x) * cos(y) + cos(x) * sin(y));
}

TEST(Canonical, TakesSignsOutOfOddAndEvenFunctions) {
    for (const auto odd : {sin, tan, asin, atan, sinh, tanh}) {
        EXPECT_EQ(odd(-x), -odd(x));
        EXPECT_EQ(odd(b - a), -odd(a - b));
        EXPECT_EQ(odd(-2 * x * y), -odd(2 * x * y));
        EXPECT_EQ(odd(-3 * (x + y)), -odd(3 * (x + y)));
        EXPECT_EQ(odd(ratio(-1, 3)), -odd(ratio(1, 3)));
    }
    for (const auto even : {cos, cosh, static_cast<Expr (*)(const Expr&)>(abs)}) {
        EXPECT_EQ(even(-x), even(x));
        EXPECT_EQ(even(b - a), even(a - b));
        EXPECT_EQ(even(-x / y), even(x / y));
    }
    EXPECT_NE(exp(-x), exp(x));
    EXPECT_NE(acos(-x), acos(x));
    EXPECT_NE(atan2(-x, y), atan2(x, y));
}

TEST(Canonical, WholePowersLeaveRoots) {
    EXPECT_EQ(pow(sqrt(x), 2), x);
    EXPECT_EQ(sqrt(x) * sqrt(x), x);
    EXPECT_EQ(pow(x, ratio(1, 2)), sqrt(x));
    EXPECT_EQ(pow(x, ratio(3, 2)), x * sqrt(x));
    EXPECT_EQ(pow(x, ratio(-3, 2)), 1 / (x * sqrt(x)));
    EXPECT_EQ(pow(x, ratio(1, 3)) * pow(x, ratio(2, 3)), x);
    EXPECT_EQ(pow(pow(x, ratio(1, 3)), 7), x * x * pow(x, ratio(1, 3)));
    EXPECT_EQ(pow(sqrt(sqrt(x)), 4), x);
    EXPECT_EQ(pow(pow(x, ratio(1, 4)), 2), sqrt(x));
    EXPECT_EQ(pow(pow(x, ratio(1, 6)), -10), 1 / (x * pow(x, ratio(2, 3))));
    EXPECT_EQ(pow(sqrt(x * y), 2) / y, x);
    EXPECT_EQ(pow(sqrt(2 * x + 2), 2), 2 * x + 2);
    EXPECT_EQ(pow(sqrt(Expr(2)), 2), Expr(2));
    EXPECT_EQ(sqrt(Expr(2)) * sqrt(Expr(2)) * x, 2 * x);
    EXPECT_EQ(x / sqrt(x), sqrt(x));
    EXPECT_EQ(pow(x, 2) / sqrt(x), x * sqrt(x));
    EXPECT_EQ(pow(x, 2) * y / sqrt(x * y), x * sqrt(x * y));
    EXPECT_EQ(x * pow(x, ratio(-2, 3)), pow(x, ratio(1, 3)));
    EXPECT_EQ((2 * x + 2 * y) / sqrt(2 * x + 2 * y), sqrt(2 * x + 2 * y));
    EXPECT_EQ(derivative(pow(abs(x), ratio(5, 2)), x), ratio(5, 2) * x * sqrt(abs(x)));
    EXPECT_NE(sqrt(x * x), x);  // which may be negative
    EXPECT_NE(pow(sqrt(x), 3), pow(x, 3));
}

TEST(Canonical, RefusesDivisionByZero) {
    EXPECT_EQ(error_of([] { return x / 0; }), "division by zero");
    EXPECT_EQ(error_of([] { return 1 / (x - x); }), "division by zero");
    EXPECT_EQ(error_of([] { return pow(Expr(0), -2); }), "division by zero");
    EXPECT_EQ(error_of([] { return pow(Expr(0), ratio(-1, 2)); }), "division by zero");
    EXPECT_EQ(error_of([] { return pow(Expr(0), ratio(-1, 3)); }), "division by zero");
    EXPECT_EQ(error_of([] { return ratio(1, 0); }), "division by zero");
    EXPECT_EQ(error_of([] { return x / floating(0); }), "division by zero");
}

TEST(Canonical, RefusesExponentsThatAreTooLarge) {
    constexpr std::int64_t most = largest_integer_exponent;
    EXPECT_EQ(pow(x, most).exponents()[0], most);
    EXPECT_EQ(pow(x, -most).exponents()[0], -most);
    EXPECT_EQ(error_of([] { return pow(x, most + 1); }),
              "the exponent 1000001 is too large; at most 1000000 is supported");
    EXPECT_EQ(error_of([] { return pow(x, -most - 1); }),
              "the exponent -1000001 is too large; at most 1000000 is supported");
    EXPECT_EQ(error_of([] { return pow(x, most) * x; }),
              "the exponent 1000001 is too large; at most 1000000 is supported");
    EXPECT_EQ(error_of([] { return pow(pow(x, most), most); }),
              "the exponent 1000000000000 is too large; at most 1000000 is supported");
    EXPECT_THROW(pow(pow(x, 2), INT64_MIN), NumericalError);
    EXPECT_THROW(pow(x, INT64_MIN), NumericalError);
    EXPECT_THROW(pow(x, Expr(power(Number(2), 70))), NumericalError);
    EXPECT_THROW(pow(2 * x, most), NumericalError);
}

// b / b^(1/d) is b^((d−1)/d) only where that exponent is one that can be read.
TEST(Canonical, KeepsDenominatorsWhoseExponentsWouldBeTooLarge) {
    constexpr std::int64_t most = largest_integer_exponent;
    const auto root = [](std::int64_t degree) { return pow(x, ratio(1, degree)); };
    EXPECT_EQ(x / root(most + 1), pow(root(most + 1), most));
    const Expr quotient = x / root(4 * most);
    EXPECT_EQ(quotient.kind(), Kind::Product);
    EXPECT_EQ(quotient * root(4 * most), x);
    EXPECT_EQ(1 / (1 / quotient), quotient);
    EXPECT_EQ(x / quotient, root(4 * most));
    EXPECT_EQ(parse(to_text(quotient)), quotient);
    EXPECT_EQ(parse(to_text(1 / quotient)), 1 / quotient);
}

// Combines the operands pairwise in a random order and grouping.
template <typename Combine>
Expr grouped(std::vector<Expr> operands, std::mt19937_64& random, const Combine& combine) {
    while (operands.size() > 1) {
        std::shuffle(operands.begin(), operands.end(), random);
        const Expr last = operands.back();
        operands.pop_back();
        operands.back() = combine(operands.back(), last);
    }
    return operands[0];
}

TEST(Canonical, SumsAndProductsAreTheSameNodeInAnyOrderAndGrouping) {
    testing::RandomExpression draw(17, {.depth = 3});
    std::mt19937_64 random(18);
    for (int i = 0; i < 1000; ++i) {
        // Sums beside like sums and roots beside like roots depend on their grouping: see expr.hpp.
        std::vector<Expr> terms, factors;
        while (terms.size() < 6) {
            const Expr e = draw.next();
            const Number c = draw.number();
            if (e.kind() == Kind::Sum) continue;
            terms.push_back(c * e);
            terms.push_back(draw.number());
            if (e.kind() == Kind::Symbol) factors.push_back(e);
            if (e.kind() == Kind::Call && e.function() != FunctionId::Sqrt)
                factors.push_back(pow(e, 1 + i % 3));
            if (!c.is_zero()) factors.push_back(c);
        }
        if (factors.empty()) continue;
        const auto plus = [](const Expr& l, const Expr& r) { return l + r; };
        const auto times = [](const Expr& l, const Expr& r) { return l * r; };
        ASSERT_EQ(grouped(terms, random, plus), grouped(terms, random, plus));
        ASSERT_EQ(grouped(factors, random, times), grouped(factors, random, times));
    }
}

}  // namespace
}  // namespace rattleback
