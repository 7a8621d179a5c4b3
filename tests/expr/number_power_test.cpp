// Powers and roots of exact numbers, and how long numbers may become.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <limits>

#include "expr/number.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

template <typename Operation>
std::string error_of(const Operation& operation) {
    try {
        operation();
    } catch (const NumericalError& error) {
        return error.what();
    }
    return "no error";
}

TEST(NumberPower, IsExact) {
    EXPECT_EQ(power(Number::ratio(-2, 3), 3), Number::ratio(-8, 27));
    EXPECT_EQ(power(Number::ratio(-2, 3), -3), Number::ratio(-27, 8));
    EXPECT_EQ(power(Number(0), 0), Number(1));
    EXPECT_EQ(power(Number(0), 5), Number(0));
    EXPECT_EQ(power(Number(1), int64_min), Number(1));
    EXPECT_EQ(power(Number(-1), int64_min), Number(1));
    EXPECT_EQ(power(Number(-1), int64_max), Number(-1));
    mpz_class expected;
    mpz_ui_pow_ui(expected.get_mpz_t(), 3, 200);
    EXPECT_EQ(power(Number(3), 200).to_text(), expected.get_str());
}

TEST(NumberPower, IsRefusedWhenTooLong) {
    EXPECT_EQ(power(Number(2), largest_power_bits - 1) / power(Number(2), largest_power_bits - 2),
              Number(2));
    EXPECT_EQ(power(Number::ratio(1, 2), largest_power_bits - 1),
              power(Number(2), 1 - largest_power_bits));
    EXPECT_EQ(error_of([] { return power(Number(2), largest_power_bits); }),
              "the power 2^65536 has more than 65536 binary digits");
    EXPECT_EQ(error_of([] { return power(Number::ratio(2, 3), -50000); }),
              "the power (2/3)^-50000 has more than 65536 binary digits");
    EXPECT_THROW(power(Number(2), int64_max), NumericalError);
    EXPECT_THROW(power(Number(2), int64_min), NumericalError);
    EXPECT_THROW(power(Number(int64_min), int64_min), NumericalError);
}

TEST(Number, HasALargestLength) {
    const Number longest =
        power(Number(2), largest_power_bits - 1) * power(Number(2), largest_power_bits - 1) * 2;
    EXPECT_EQ(power(longest, 1), longest);
    EXPECT_EQ(power(longest, -1), 1 / longest);
    const std::string expected = "a number has more than 131072 binary digits";
    EXPECT_EQ(error_of([&] { return longest + longest; }), expected);
    EXPECT_EQ(error_of([&] { return longest * -2; }), expected);
    EXPECT_EQ(error_of([&] { return Number::ratio(1, 2) / longest; }), expected);
}

TEST(NumberRoot, IsExactOrAbsent) {
    EXPECT_EQ(exact_root(4, 2), Number(2));
    EXPECT_EQ(exact_root(0, 2), Number(0));
    EXPECT_EQ(exact_root(1, 65536), Number(1));
    EXPECT_EQ(exact_root(Number::ratio(8, 27), 3), Number::ratio(2, 3));
    EXPECT_EQ(exact_root(5, 1), Number(5));
    EXPECT_EQ(exact_root(2, 2), std::nullopt);
    EXPECT_EQ(exact_root(Number::ratio(4, 3), 2), std::nullopt);
    EXPECT_EQ(exact_root(Number::ratio(3, 4), 2), std::nullopt);
    EXPECT_EQ(exact_root(-8, 3), std::nullopt);
    EXPECT_EQ(exact_root(4, 0), std::nullopt);
    EXPECT_EQ(exact_root(4, -2), std::nullopt);
    EXPECT_EQ(exact_root(Number::floating(4), 2), std::nullopt);
    const Number big = power(Number::ratio(12345678901234567, 3), 7);
    EXPECT_EQ(exact_root(power(big, 5), 5), big);
    EXPECT_EQ(exact_root(power(big, 5) + 1, 5), std::nullopt);
}

}  // namespace
}  // namespace rattleback
