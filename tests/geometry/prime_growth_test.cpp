// Growth vectors by evaluation: the same as by exact brackets where those are in reach, and known
// ones where they are not.
#include "geometry/prime_growth.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expr/functions.hpp"
#include "expr/parse.hpp"

namespace rattleback {
namespace {

using testing::ElementsAre;

Distribution distribution(const std::vector<const char*>& coordinates,
                          const std::vector<std::vector<const char*>>& forms) {
    Distribution d;
    for (const char* name : coordinates) d.coordinates.push_back(symbol(name));
    for (const auto& form : forms) {
        d.forms.emplace_back();
        for (const char* entry : form) d.forms.back().push_back(parse(entry));
    }
    return d;
}

Distribution skate() {
    return distribution({"x", "y", "theta"}, {{"sin(theta)", "-cos(theta)", "0"}});
}

// A chain of links with a blade at the middle of each.
Distribution snake(std::size_t links) {
    Distribution d{{symbol("x"), symbol("y")}, {}};
    ExprVector angles;
    for (std::size_t i = 0; i < links; ++i) {
        angles.push_back(symbol("p" + std::to_string(i)));
        d.coordinates.push_back(angles.back());
    }
    for (std::size_t i = 0; i < links; ++i) {
        ExprVector form{-sin(angles[i]), cos(angles[i])};
        for (std::size_t j = 0; j < links; ++j)
            form.push_back(j < i ? cos(angles[i] - angles[j]) : j == i ? ratio(1, 2) : Expr(0));
        d.forms.push_back(std::move(form));
    }
    return d;
}

// A car with trailers, hitched at the axles: the growth is the slowest that there is.
Distribution trailers(std::size_t n) {
    Distribution d = snake(0);
    ExprVector angles;
    for (std::size_t i = 0; i <= n; ++i) {
        angles.push_back(symbol("p" + std::to_string(i)));
        d.coordinates.push_back(angles.back());
    }
    for (std::size_t i = 0; i <= n; ++i) {
        ExprVector form{-sin(angles[i]), cos(angles[i])};
        for (std::size_t j = 0; j <= n; ++j)
            form.push_back(j > 0 && j <= i ? -cos(angles[i] - angles[j]) : Expr(0));
        d.forms.push_back(std::move(form));
    }
    return d;
}

std::vector<std::size_t> growth(const Distribution& d) {
    const auto flag = lie_flag_by_evaluation(d);
    return flag ? flag->growth : std::vector<std::size_t>{};
}

TEST(PrimeGrowth, IsThatOfExactBrackets) {
    for (const Distribution& d :
         {skate(), snake(3), trailers(1), trailers(2), trailers(3),
          distribution({"x", "y", "z"}, {{"-y", "0", "1"}}),
          distribution({"x", "y", "z"}, {{"y", "x", "1"}}),
          distribution({"x", "y", "z", "u"}, {{"exp(x)", "0", "1", "0"}, {"0", "z", "0", "1"}}),
          distribution({"x", "y", "z"}, {{"a*y", "b*x", "1 + x^2"}})}) {
        const auto found = lie_flag_by_evaluation(d);
        ASSERT_TRUE(found);
        const LieFlag exact = lie_flag(d);
        EXPECT_EQ(found->growth, exact.growth);
        EXPECT_EQ(found->integrals(), exact.integrable.size());
        EXPECT_LT(found->log_probability, -30);
    }
}

TEST(PrimeGrowth, LongChains) {
    // Every second bracket adds two.
    EXPECT_THAT(growth(snake(8)), ElementsAre(2, 3, 5, 6, 8, 9, 10));
    EXPECT_THAT(growth(trailers(5)), ElementsAre(2, 3, 4, 5, 6, 7, 8));
    EXPECT_THAT(growth(snake(20)),
                ElementsAre(2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21, 22));
    EXPECT_THAT(growth(trailers(12)), ElementsAre(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

// Two fields of which all brackets of up to four are independent (Grayson and Grossman 1990): chains
// ad_f^3 g are too few for the last step, and other brackets are needed.
TEST(PrimeGrowth, FreeBrackets) {
    const Distribution free = distribution({"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8"},
                                           {{"0", "x1", "1", "0", "0", "0", "0", "0"},
                                            {"0", "-x1^2/2", "0", "1", "0", "0", "0", "0"},
                                            {"0", "-x1*x2", "0", "0", "1", "0", "0", "0"},
                                            {"0", "x1^3/6", "0", "0", "0", "1", "0", "0"},
                                            {"0", "x1^2*x2/2", "0", "0", "0", "0", "1", "0"},
                                            {"0", "x1*x2^2/2", "0", "0", "0", "0", "0", "1"}});
    EXPECT_THAT(growth(free), ElementsAre(2, 3, 5, 8));
}

// A field that is kept out of the brackets leaves an integral.
TEST(PrimeGrowth, EndsBeforeTheWholeSpace) {
    Distribution d = trailers(6);
    d.coordinates.push_back(symbol("z"));
    for (auto& form : d.forms) form.push_back(0);
    ExprVector closed(d.coordinates.size(), Expr(0));
    closed[0] = symbol("x");
    closed.back() = 1;
    d.forms.push_back(std::move(closed));
    const auto flag = lie_flag_by_evaluation(d);
    ASSERT_TRUE(flag);
    EXPECT_THAT(flag->growth, ElementsAre(2, 3, 4, 5, 6, 7, 8, 9));
    EXPECT_EQ(flag->integrals(), 1);
}

TEST(PrimeGrowth, AtAState) {
    const Distribution d = trailers(2);
    const LieFlag generic = lie_flag(d);
    const auto at = [&](const char* p1, const char* p2) {
        const std::vector<Replacement> point{{symbol("x"), 0},
                                             {symbol("y"), ratio(1, 3)},
                                             {symbol("p0"), 0},
                                             {symbol("p1"), parse(p1)},
                                             {symbol("p2"), parse(p2)}};
        const auto found = growth_by_evaluation(d, generic, point);
        const PointGrowth exact = growth_at(d, generic, point);
        EXPECT_TRUE(found);
        EXPECT_EQ(found->growth, exact.growth) << p1 << ", " << p2;
        return found->growth;
    };
    EXPECT_THAT(at("0", "0"), ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(at("1/2", "1/3"), ElementsAre(2, 3, 4, 5));
    // Jack-knifed: a right angle between car and trailer, or between the trailers.
    at("pi/2", "pi/2");
    at("pi/3", "5*pi/6");
}

TEST(PrimeGrowth, SaysNothingOfFunctionsWithoutValues) {
    const Expr x = symbol("x"), y = symbol("y"), z = symbol("z");
    const Expr both[] = {x, y};
    EXPECT_FALSE(lie_flag_by_evaluation({{x, y, z}, {{-unspecified("A", both), 0, 1}}}));
}

}  // namespace
}  // namespace rattleback
