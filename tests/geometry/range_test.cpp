#include "geometry/range.hpp"

#include <gtest/gtest.h>

#include "expr/parse.hpp"

namespace rattleback {
namespace {

const std::vector<Parameter> values{
    {symbol("m"), 2}, {symbol("k"), ratio(-1, 3)}, {symbol("s"), parse("sqrt(2)")}};

Range range(const std::string& text) { return range_of(parse(text), values); }

TEST(Range, SignsThatCanBeReadOff) {
    for (const char* text :
         {"1 + y^2", "2 + cos(theta)", "m*exp(x)", "3 - 2*sin(x)*cos(y)", "cosh(x) + abs(y)", "-k",
          "x^2 + y^4 + m", "1/(1 + y^2)", "s", "exp(x)*exp(y)^3", "sqrt(1 + x^2)", "pi - 3/2"})
        EXPECT_TRUE(range(text).is_positive()) << text;
    for (const char* text : {"k", "-1 - y^2", "k*m", "sin(x) - 2", "-exp(x)", "-1/(1 + y^2)"})
        EXPECT_TRUE(range(text).is_negative()) << text;
}

TEST(Range, SignsThatCannot) {
    for (const char* text : {"x", "x*y", "sin(x)", "x^3", "1 - x^2", "cos(x) + 1 - 1/2", "tan(x)",
                             "log(x)", "m + k*x"}) {
        EXPECT_FALSE(range(text).is_positive()) << text;
        EXPECT_FALSE(range(text).is_negative()) << text;
    }
}

TEST(Range, ZeroIsABoundThatIsReached) {
    for (const char* text : {"y^2", "x^2 + y^2", "abs(x)", "1 + cos(x)", "sqrt(x)"}) {
        EXPECT_TRUE(range(text).is_nonnegative()) << text;
        EXPECT_FALSE(range(text).nonzero) << text;
    }
}

TEST(Range, BoundsAreExact) {
    EXPECT_EQ(range("2 + cos(theta)").low, Number(1));
    EXPECT_EQ(range("2 + cos(theta)").high, Number(3));
    EXPECT_EQ(range("(2 + cos(theta))^2").high, Number(9));
    EXPECT_EQ(range("1/(2 + cos(theta))").low, Number::ratio(1, 3));
    EXPECT_EQ(range("k*m").low, Number::ratio(-2, 3));
    EXPECT_EQ(range("-3*sin(x)*cos(y)").high, Number(3));
}

// A pole does not make a sign: 1/x is never zero and has no sign.
TEST(Range, InverseOfWhatMayVanish) {
    EXPECT_TRUE(range("1/x").nonzero);
    EXPECT_FALSE(range("1/x").is_positive());
    EXPECT_TRUE(range("1/x^2").is_positive());
}

}  // namespace
}  // namespace rattleback
