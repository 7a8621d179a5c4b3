#include "structure/first_integrals.hpp"

#include <gmock/gmock.h>

#include "exact/antiderivative.hpp"
#include "exact/is_zero.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> integrals(const std::vector<std::string>& coordinates,
                                   const std::vector<std::vector<std::string>>& forms) {
    Distribution d;
    for (const auto& x : coordinates) d.coordinates.push_back(symbol(x));
    for (const auto& form : forms) {
        d.forms.emplace_back();
        for (const auto& e : form) d.forms.back().push_back(parse(e));
    }
    EXPECT_TRUE(lie_flag(d).is_integrable());
    std::vector<std::string> texts;
    for (const Expr& f : first_integrals(d)) texts.push_back(to_text(f));
    return texts;
}

TEST(Antiderivative, OfWhatConstraintsAreMadeOf) {
    const Expr x = symbol("x");
    for (const char* text :
         {"1", "x^3", "a*x", "1/x", "sin(2*x)", "cos(x)*sin(x)^2", "exp(-x)", "x*exp(x^2)",
          "x/(1 + x^2)", "1/(1 + x^2)", "sqrt(x)", "1/sqrt(x)", "(x + 1)^2", "tan(x)", "cosh(x)",
          "y*cos(y*x) + x^2", "(1 + x)/x", "1/(x + y)^2", "sin(x)^2*cos(x)*3 - 2/x^2"}) {
        const auto f = antiderivative(parse(text), x);
        ASSERT_TRUE(f) << text;
        EXPECT_TRUE(is_zero(derivative(*f, x) - parse(text)).proved_zero())
            << text << " from " << to_text(*f);
    }
}

// The integrand has values on both sides of its pole, and so has what is made of it.
TEST(Antiderivative, HasValuesWhereTheIntegrandHas) {
    const Expr x = symbol("x");
    for (const char* text : {"1/x", "tan(x)", "cos(x)/sin(x)", "x/(x^2 - 1)", "1/(x + 3)"})
        for (const double at : {-2.0, -0.5, 0.5, 2.0, 4.0}) {
            const auto f = antiderivative(parse(text), x);
            ASSERT_TRUE(f) << text;
            const double h = 1e-6, above = evaluate(*f, {{x, at + h}}),
                         below = evaluate(*f, {{x, at - h}});
            EXPECT_NEAR((above - below) / (2 * h), evaluate(parse(text), {{x, at}}), 1e-6)
                << text << " at " << at;
        }
}

TEST(Antiderivative, GivesNothingBeyondItsRules) {
    const Expr x = symbol("x");
    for (const char* text : {"exp(x^2)", "sin(x)/x", "1/log(x)", "sin(x^2)"})
        EXPECT_FALSE(antiderivative(parse(text), x)) << text;
}

TEST(Potential, OnlyOfClosedForms) {
    const ExprVector x{symbol("x"), symbol("y")};
    const auto f = potential(ExprVector{parse("2*x*y + 1"), parse("x^2 - sin(y)")}, x);
    ASSERT_TRUE(f);
    EXPECT_TRUE(is_zero(*f - parse("x^2*y + x + cos(y)")).proved_zero());
    EXPECT_FALSE(potential(ExprVector{parse("y"), parse("-x")}, x));
}

TEST(FirstIntegrals, ConstantCoefficients) {
    EXPECT_THAT(integrals({"x", "theta"}, {{"1", "-r"}}), ElementsAre("x - r*theta"));
}

TEST(FirstIntegrals, OneCoordinate) {
    EXPECT_THAT(integrals({"rho", "x"}, {{"rho", "0"}}), ElementsAre("rho"));
    EXPECT_THAT(integrals({"x", "phi"}, {{"0", "1 + x^2"}}), ElementsAre("phi"));
}

TEST(FirstIntegrals, Separable) {
    EXPECT_THAT(integrals({"x", "y"}, {{"cos(x)", "exp(y)"}}), ElementsAre("exp(y) + sin(x)"));
    EXPECT_THAT(integrals({"x", "y"}, {{"y*cos(x)", "sin(x)"}}), ElementsAre("y*sin(x)"));
    EXPECT_THAT(integrals({"r", "theta"}, {{"1", "-a*r"}}), ElementsAre("theta - log(abs(r))/a"));
}

// y ẋ − x ẏ = 0 alone is integrable: the direction from the origin is kept.
TEST(FirstIntegrals, Quotients) {
    EXPECT_THAT(integrals({"x", "y"}, {{"y", "-x"}}), ElementsAre("x/y"));
    EXPECT_THAT(integrals({"z", "w"}, {{"w", "-2*z"}}), ElementsAre("z/w^2"));
}

TEST(FirstIntegrals, Products) {
    EXPECT_THAT(integrals({"x", "y", "z"}, {{"y*z", "x*z", "x*y"}}), ElementsAre("x*y*z"));
}

TEST(FirstIntegrals, SumsOfSquares) {
    EXPECT_THAT(integrals({"x1", "x2", "y1", "y2"}, {{"x1 - x2", "x2 - x1", "y1 - y2", "y2 - y1"}}),
                ElementsAre("(x1 - x2)^2 + (y1 - y2)^2"));
}

TEST(FirstIntegrals, JointlyOnly) {
    EXPECT_THAT(integrals({"x", "y", "z"}, {{"-y", "0", "1"}, {"0", "1", "0"}}),
                ElementsAre("y", "z - x*y"));
}

TEST(FirstIntegrals, WithTime) {
    EXPECT_THAT(integrals({"t", "x"}, {{"-v", "1"}}), ElementsAre("x - v*t"));
    EXPECT_THAT(integrals({"t", "x"}, {{"-sin(t)", "1"}}), ElementsAre("x + cos(t)"));
}

TEST(FirstIntegrals, NotElementary) {
    EXPECT_TRUE(integrals({"x", "y"}, {{"exp(x^2)", "1"}}).empty());
}

}  // namespace
}  // namespace rattleback
