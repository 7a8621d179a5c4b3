// Between exact numbers and floating-point ones. The oracle for rounding is the C library, which
// reads decimals to the nearest double, halfway cases to the even one.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "expr/number.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

double nearest(const std::string& decimal) {
    return Number::from_decimal(decimal).value().to_double();
}

// Exact: every double is an integer times a power of two.
Number exactly(double x) {
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    return Number(static_cast<std::int64_t>(std::ldexp(mantissa, 53))) *
           power(Number(2), exponent - 53);
}

TEST(NumberToDouble, RoundsDecimalsLikeTheCLibrary) {
    std::vector<std::string> decimals = {
        "0",
        "1",
        "0.1",
        "0.3",
        "1e23",
        "8.5e22",
        "123456789012345678901234567890",
        "9007199254740992",
        "9007199254740993",
        "9007199254740994",
        "9007199254740995",  // 2^53 and on: halfway
        "9007199254740993.00000000000000000000000000000000000001",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "1.7976931348623157e308",  // the largest double
        "1.7976931348623158e308",
        "1.797693134862315907e308",  // rounds down to it
        "1.797693134862315908e308",
        "1e309",
        "1e5000",  // infinite
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",  // smallest normal, a hard case
        "2.225073858507201e-308",
        "1e-310",
        "1.234567890123456e-320",  // subnormal
        "4.9406564584124654e-324",
        "7.4e-324",
        "7.5e-324",  // one unit, or two
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",  // around half a unit
        "1e-324",
        "1e-400",
        "1e-5000",
    };
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (auto digits = 1 + random() % 25; digits > 0; --digits)
            text += static_cast<char>('0' + random() % 10);
        decimals.push_back(text + "e" + std::to_string(static_cast<int>(random() % 680) - 345));
    }
    for (const std::string& text : decimals)
        ASSERT_EQ(bits(nearest(text)), bits(std::strtod(text.c_str(), nullptr)))
            << text << " became " << nearest(text);
}

// Halfway between neighbours the even one wins, and the least excess decides otherwise.
TEST(NumberToDouble, DecidesHalfwayCasesEverywhere) {
    std::mt19937_64 random(11);
    for (int i = 0; i < 5000; ++i) {
        // Every tenth is subnormal.
        const std::uint64_t pattern =
            i % 10 == 0 ? random() % (1ULL << 52U) : random() % bits(DBL_MAX);
        const auto low = std::bit_cast<double>(pattern), high = std::bit_cast<double>(pattern + 1);
        const Number middle = (exactly(low) + exactly(high)) / 2;
        const Number little = power(Number(2), -1300);
        ASSERT_EQ(bits(middle.to_double()), pattern % 2 == 0 ? pattern : pattern + 1) << low;
        ASSERT_EQ(bits((middle - little).to_double()), pattern) << low;
        ASSERT_EQ(bits((middle + little).to_double()), pattern + 1) << low;
        ASSERT_EQ(bits((-middle).to_double()), bits(-middle.to_double())) << low;
        ASSERT_EQ(bits(exactly(low).to_double()), pattern) << low;
    }
}

TEST(NumberToDouble, RoundsQuotientsOf64BitIntegers) {
    // 128-bit floating point has twice the digits of a double: rounding twice is rounding once
    // unless the quotient is very near the middle, which these bounds exclude.
    std::mt19937_64 random(13);
    for (int i = 0; i < 20000; ++i) {
        const auto p = static_cast<std::int64_t>(random()),
                   q = static_cast<std::int64_t>(random() >> 1U) + 1;
        __extension__ const auto expected =
            static_cast<double>(static_cast<__float128>(p) / static_cast<__float128>(q));
        ASSERT_EQ(bits(Number::ratio(p, q).to_double()), bits(expected)) << p << '/' << q;
    }
}

TEST(FloatingNumber, MakesWhatItTouchesFloating) {
    const Number half = Number::floating(0.5), third = Number::ratio(1, 3);
    for (const Number& n :
         {half + 1, 1 + half, half - third, third - half, half * 2, third * half, half / 3,
          third / half, -half, power(half, 3), power(half, -3), abs(-half), half * 0}) {
        EXPECT_FALSE(n.is_exact()) << n.to_text();
        EXPECT_FALSE(n.is_integer()) << n.to_text();
        EXPECT_EQ(n.to_int64(), std::nullopt);
    }
    EXPECT_EQ((half + third).to_double(), 0.5 + 1.0 / 3.0);
    EXPECT_EQ((third / half).to_double(), (1.0 / 3.0) / 0.5);
    EXPECT_EQ(power(half, -3).to_double(), 8.0);
    EXPECT_FALSE(Number::floating(1).is_one());
    EXPECT_TRUE(Number::floating(-0.0).is_zero());
    EXPECT_EQ(Number::floating(-0.0), Number::floating(0.0));
    EXPECT_EQ(Number::floating(-0.0).hash(), Number::floating(0.0).hash());
}

TEST(FloatingNumber, DiffersFromTheExactNumberOfEqualValue) {
    const Number exact = Number::ratio(1, 2), floating = Number::floating(0.5);
    EXPECT_NE(exact, floating);
    EXPECT_LT(exact, floating);
    EXPECT_GT(floating, exact);
    EXPECT_EQ(floating <=> Number::floating(0.5), std::strong_ordering::equal);
    EXPECT_NE(Number(0), Number::floating(0));
}

TEST(FloatingNumber, IsAlwaysFinite) {
    const std::string expected = "a floating-point constant left the finite range";
    const auto message = [](const auto& operation) -> std::string {
        try {
            operation();
        } catch (const NumericalError& error) {
            return error.what();
        }
        return "no error";
    };
    const Number largest = Number::floating(DBL_MAX), huge = power(Number(10), 400);
    EXPECT_EQ(message([&] { return largest + largest; }), expected);
    EXPECT_EQ(message([&] { return largest * 2; }), expected);
    EXPECT_EQ(message([&] { return largest / Number::floating(0.5); }), expected);
    EXPECT_EQ(message([&] { return power(largest, 2); }), expected);
    EXPECT_EQ(message([&] { return largest + huge; }), expected);
    EXPECT_EQ(message([] { return Number::floating(NAN); }), expected);
    EXPECT_EQ(message([] { return Number::floating(-INFINITY); }), expected);
    EXPECT_EQ(message([&] { return Number::floating(0.5) / huge; }), "no error");
}

// By value even where the doubles next to an exact number are far away.
TEST(Number, OrderIsByValueAcrossExactAndFloating) {
    const Number p53 = power(Number(2), 53);
    EXPECT_LT(Number::floating(0x1p53), p53 + 1);
    EXPECT_LT(p53 + 1, Number::floating(0x1p53 + 2));
    EXPECT_LT(Number::ratio(1, 10), Number::floating(0.1));  // the double is a little above 1/10
    EXPECT_LT(Number::floating(0.3), Number::ratio(3, 10));  // and here a little below 3/10
    EXPECT_LT(Number::floating(DBL_MAX), power(Number(10), 400));
    EXPECT_LT(-power(Number(10), 400), Number::floating(-DBL_MAX));
    EXPECT_LT(power(Number(10), -400), Number::floating(DBL_TRUE_MIN));
    EXPECT_LT(Number::floating(0), power(Number(10), -400));
}

TEST(Number, OrderIsTotalAndAgreesWithEqualityAndHash) {
    std::vector<Number> numbers;
    for (const double x : {-2.0, -0.1, 0.0, 0.1, 0.5, 1.0, 3.0, 0x1p53, 1e300}) {
        const Number exact = exactly(x), tiny = power(Number(10), -350);
        for (const Number& n : {exact, exact + tiny, exact - tiny, exact + 1, Number::floating(x)})
            numbers.push_back(n);
    }
    for (const Number& a : numbers)
        for (const Number& b : numbers) {
            EXPECT_EQ(a <=> b == 0, a == b) << a.to_text() << ", " << b.to_text();
            EXPECT_EQ(a<b, b> a) << a.to_text() << ", " << b.to_text();
            EXPECT_FALSE(a < b && b < a) << a.to_text() << ", " << b.to_text();
            EXPECT_TRUE(a != b || a.hash() == b.hash()) << a.to_text();
            for (const Number& c : numbers)
                EXPECT_FALSE(a < b && b < c && !(a < c))
                    << a.to_text() << ", " << b.to_text() << ", " << c.to_text();
        }
}

}  // namespace
}  // namespace rattleback
