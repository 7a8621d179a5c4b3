// Exact arithmetic of Number. The oracle for random numbers is GMP's own class, whose every value
// has one textual form.
#include "expr/number.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <unordered_set>
#include <vector>

#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

Number decimal(std::string_view text) { return Number::from_decimal(text).value(); }

template <typename Operation>
std::string error_of(const Operation& operation) {
    try {
        operation();
    } catch (const NumericalError& error) {
        return error.what();
    }
    return "no error";
}

// Draws from where representations change: small, near 2^31, 2^53 and 2^63, and beyond.
class RandomRational {
public:
    mpq_class next() {
        mpq_class value(integer(), integer());
        if (value.get_den() == 0) value.get_den() = 1;
        value.canonicalize();
        return value;
    }

    mpz_class integer() {
        static const unsigned bits[] = {0, 0, 0, 31, 32, 53, 62, 63, 64, 100};
        mpz_class value = (mpz_class(1) << bits[random_() % std::size(bits)]) +
                          static_cast<long>(random_() % 9) - 4;
        return random_() % 2 == 0 ? value : mpz_class(-value);
    }

private:
    std::mt19937_64 random_{20240611};
};

Number to_number(const mpz_class& z) {
    const std::string text = mpz_class(::abs(z)).get_str();
    return z < 0 ? -decimal(text) : decimal(text);
}

Number to_number(const mpq_class& q) {
    return Number::ratio(to_number(q.get_num()), to_number(q.get_den()));
}

TEST(Number, AgreesWithGmpOnRandomRationals) {
    RandomRational random;
    for (int i = 0; i < 20000; ++i) {
        const mpq_class p = random.next(), q = random.next();
        const Number a = to_number(p), b = to_number(q);
        ASSERT_EQ(a.to_text(), p.get_str());
        ASSERT_EQ((a + b).to_text(), mpq_class(p + q).get_str())
            << p.get_str() << " + " << q.get_str();
        ASSERT_EQ((a - b).to_text(), mpq_class(p - q).get_str())
            << p.get_str() << " - " << q.get_str();
        ASSERT_EQ((a * b).to_text(), mpq_class(p * q).get_str())
            << p.get_str() << " * " << q.get_str();
        if (q != 0) {
            ASSERT_EQ((a / b).to_text(), mpq_class(p / q).get_str())
                << p.get_str() << " / " << q.get_str();
        }
        ASSERT_EQ((-a).to_text(), mpq_class(-p).get_str());
        ASSERT_EQ(abs(a).to_text(), mpq_class(::abs(p)).get_str());
        ASSERT_EQ(a.sign(), sgn(p));
        ASSERT_EQ(a.is_zero(), p == 0);
        ASSERT_EQ(a.is_one(), p == 1);
        ASSERT_EQ(a.is_minus_one(), p == -1);
        ASSERT_EQ(a.is_integer(), p.get_den() == 1);
        ASSERT_EQ(a.numerator().to_text(), p.get_num().get_str());
        ASSERT_EQ(a.denominator().to_text(), p.get_den().get_str());
        ASSERT_EQ(a == b, p == q);
        ASSERT_EQ(a < b, p < q) << p.get_str() << " < " << q.get_str();
        ASSERT_EQ(a > b, p > q) << p.get_str() << " > " << q.get_str();
    }
}

// However a value was reached, small or by way of big numbers, it is the same Number.
TEST(Number, RepresentationsOfEqualValuesAreEqual) {
    RandomRational random;
    for (int i = 0; i < 5000; ++i) {
        const Number a = to_number(random.next()),
                     detour = to_number(random.next()) + Number::ratio(1, 1009);
        const Number back = ((a + detour) * detour - detour * detour) / detour;
        ASSERT_EQ(back, a);
        ASSERT_EQ(back <=> a, std::strong_ordering::equal);
        ASSERT_EQ(back.hash(), a.hash());
        ASSERT_EQ(back.to_int64(), a.to_int64());
    }
}

TEST(Number, NumbersOfFormulasHaveDifferentHashes) {
    std::unordered_set<std::uint64_t> hashes;
    std::unordered_set<std::string> texts;
    for (int p = -100; p <= 100; ++p)
        for (int q = 1; q <= 100; ++q) {
            hashes.insert(Number::ratio(p, q).hash());
            texts.insert(Number::ratio(p, q).to_text());
            hashes.insert(Number::floating(p + q / 128.0).hash());
            texts.insert(Number::floating(p + q / 128.0).to_text() + " floating");
        }
    EXPECT_EQ(hashes.size(), texts.size());
}

TEST(Number, LeavesAndReenters64BitsExactly) {
    const Number largest = int64_max, smallest = int64_min;
    EXPECT_EQ((largest + 1).to_text(), "9223372036854775808");
    EXPECT_EQ((largest + 1).to_int64(), std::nullopt);
    EXPECT_EQ((largest + 1 - 1).to_int64(), int64_max);
    EXPECT_EQ((smallest - 1 + 1).to_int64(), int64_min);
    EXPECT_EQ((largest * largest / largest).to_int64(), int64_max);
    EXPECT_EQ((largest * largest).to_text(), "85070591730234615847396907784232501249");
    EXPECT_EQ(((largest + 1) - (largest + 1)).to_int64(), 0);
}

TEST(Number, TreatsTheSmallestIntegerLikeAnyOther) {
    const Number smallest = int64_min;
    EXPECT_EQ((-smallest).to_text(), "9223372036854775808");
    EXPECT_EQ(-(-smallest), smallest);
    EXPECT_EQ(abs(smallest), -smallest);
    EXPECT_EQ(smallest * -1, -smallest);
    EXPECT_EQ(smallest / -1, -smallest);
    EXPECT_EQ(smallest / smallest, Number(1));
    EXPECT_EQ(Number::ratio(1, int64_min).to_text(), "-1/9223372036854775808");
    EXPECT_EQ(Number::ratio(int64_min, int64_max).to_text(),
              "-9223372036854775808/9223372036854775807");
    EXPECT_EQ(smallest + smallest, smallest * 2);
    EXPECT_EQ(smallest - smallest, Number(0));
    EXPECT_LT(smallest, Number(int64_min + 1));
    EXPECT_LT(Number::ratio(int64_min, int64_max), Number(-1));
    EXPECT_EQ(power(smallest, 2).to_text(), "85070591730234615865843651857942052864");
}

TEST(Number, KeepsRationalsInLowestTermsWithPositiveDenominator) {
    EXPECT_EQ(Number::ratio(6, -4).to_text(), "-3/2");
    EXPECT_EQ(Number::ratio(0, -7), Number(0));
    EXPECT_EQ(Number::ratio(-8, -4), Number(2));
    EXPECT_EQ(Number::ratio(1, 3) + Number::ratio(1, 6), Number::ratio(1, 2));
    EXPECT_EQ(Number::ratio(2, 3) * Number::ratio(3, 2), Number(1));
}

TEST(Number, ReadsDecimalsExactly) {
    EXPECT_EQ(decimal("12"), Number(12));
    EXPECT_EQ(decimal("0.1"), Number::ratio(1, 10));
    EXPECT_EQ(decimal("0.1").to_text(), "1/10");
    EXPECT_EQ(decimal(".5"), Number::ratio(1, 2));
    EXPECT_EQ(decimal("5."), Number(5));
    EXPECT_EQ(decimal("00012.500"), Number::ratio(25, 2));
    EXPECT_EQ(decimal("6.02e23").to_text(), "602000000000000000000000");
    EXPECT_EQ(decimal("1E-3"), Number::ratio(1, 1000));
    EXPECT_EQ(decimal("2.5e+1"), Number(25));
    EXPECT_EQ(decimal("0e10"), Number(0));
    EXPECT_EQ(decimal("9223372036854775807").to_int64(), int64_max);
    EXPECT_EQ(decimal("1e5000"), power(Number(10), 5000));
    EXPECT_EQ(decimal("1e-5000") * power(Number(10), 5000), Number(1));
}

TEST(Number, RefusesWhatIsNotADecimal) {
    for (const char* text :
         {"", ".", "e5", "1e", "1e+", "1e-", "1.2.3", "-1", "+1", " 1", "1 ", "1e5x", "0x10", "1,5",
          "inf", "nan", "1e5001", "1e-5002", "1e99999999999999999999"})
        EXPECT_EQ(Number::from_decimal(text), std::nullopt) << '"' << text << '"';
}

TEST(Number, RefusesDivisionByZero) {
    EXPECT_EQ(error_of([] { return Number(1) / Number(0); }), "division by zero");
    EXPECT_EQ(error_of([] { return Number::ratio(0, 0); }), "division by zero");
    EXPECT_EQ(error_of([] { return Number(1) / Number::floating(0); }), "division by zero");
    EXPECT_EQ(error_of([] { return power(Number(0), -1); }), "division by zero");
}

TEST(Number, TextForMessagesIsShort) {
    EXPECT_EQ(Number::ratio(-7, 3).to_short_text(), "-7/3");
    EXPECT_EQ(power(Number(10), 39).to_short_text(), power(Number(10), 39).to_text());
    EXPECT_EQ(power(Number(10), 40).to_short_text(), "100000000000000000000000000000000000000…");
}

}  // namespace
}  // namespace rattleback
