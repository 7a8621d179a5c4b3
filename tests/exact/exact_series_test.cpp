// Coefficients that every table has, and what has no power series.

#include "exact/exact_series.hpp"

#include <gtest/gtest.h>

#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// Of a formula of x, where x = first + t.
std::vector<std::string> series(const std::string& formula, const std::string& first, int order) {
    ExactSeries of(ExprVector{parse(formula)}, {parse("x")});
    std::vector<std::string> result;
    for (int k = 0; k <= order; ++k) {
        const ExprVector now{k == 0 ? parse(first) : Expr(k == 1 ? 1 : 0)};
        result.push_back(to_text(of.next(now).front()));
    }
    return result;
}

using Texts = std::vector<std::string>;

TEST(ExactSeries, OfTables) {
    EXPECT_EQ(series("sin(x)", "0", 5), (Texts{"0", "1", "0", "-1/6", "0", "1/120"}));
    EXPECT_EQ(series("cos(x)", "pi/2", 3), (Texts{"0", "-1", "0", "1/6"}));
    EXPECT_EQ(series("tan(x)", "0", 5), (Texts{"0", "1", "0", "1/3", "0", "2/15"}));
    EXPECT_EQ(series("tanh(x)", "0", 5), (Texts{"0", "1", "0", "-1/3", "0", "2/15"}));
    EXPECT_EQ(series("atan(x)", "0", 5), (Texts{"0", "1", "0", "-1/3", "0", "1/5"}));
    EXPECT_EQ(series("asin(x)", "0", 5), (Texts{"0", "1", "0", "1/6", "0", "3/40"}));
    EXPECT_EQ(series("log(x)", "1", 4), (Texts{"0", "1", "-1/2", "1/3", "-1/4"}));
    EXPECT_EQ(series("exp(2*x)", "0", 3), (Texts{"1", "2", "2", "4/3"}));
    EXPECT_EQ(series("sqrt(x)", "1", 3), (Texts{"1", "1/2", "-1/8", "1/16"}));
    EXPECT_EQ(series("1/(1 - x)", "0", 4), (Texts{"1", "1", "1", "1", "1"}));
    EXPECT_EQ(series("x^x", "1", 3), (Texts{"1", "1", "1", "1/2"}));
    EXPECT_EQ(series("atan2(x, 1)", "0", 3), (Texts{"0", "1", "0", "-1/3"}));
    EXPECT_EQ(series("abs(x)", "-2", 2), (Texts{"2", "-1", "0"}));
}

TEST(ExactSeries, OfProductsAndPowers) {
    EXPECT_EQ(series("x^3*(1 + x)", "0", 5), (Texts{"0", "0", "0", "1", "1", "0"}));
    EXPECT_EQ(series("sin(x)^2 + cos(x)^2", "1", 4), (Texts{"1", "0", "0", "0", "0"}));
    EXPECT_EQ(series("(x^2)^(3/2)", "1", 2), (Texts{"1", "3", "3"}));
    EXPECT_EQ(series("a*x^2", "b", 3), (Texts{"a*b^2", "2*a*b", "a", "0"}));
}

TEST(ExactSeries, WhereThereIsNone) {
    for (const char* formula : {"abs(x)", "sign(x)", "sqrt(x)", "1/x", "log(x)", "x^(3/2)"})
        EXPECT_THROW(series(formula, "0", 1), NumericalError) << formula;
}

}  // namespace
}  // namespace rattleback
