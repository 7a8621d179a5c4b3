#include "expr/print_text.hpp"

#include <gtest/gtest.h>

#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/written.hpp"
#include "rattleback/errors.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

Names anything() {
    Names names;
    names.any_function = true;
    return names;
}

// How a formula is written after it was read.
std::string rewritten(std::string_view formula) { return to_text(parse(formula, anything())); }

TEST(PrintText, WritesFormulasAsTheyAreWrittenByHand) {
    for (const char* formula : {
             "m*x'^2/2",
             "x'*sin(phi) - y'*cos(phi)",
             "m*(x'^2 + y'^2)/2",
             "m*g*l*cos(theta)",
             "1 - x",
             "-x - y - 1",
             "1/x",
             "-1/x",
             "-3*x/4",
             "x/(2*y)",
             "(x + y)/2",
             "-z*(x + y)",
             "1/(1/x + 1)",
             "g*(w*t - sin(2*w*t)/2)/(2*w^2)",
             "m*x'' + c*x' - F0*cos(omega*t) + k*x",
             "sqrt(x^2 + y^2)",
             "exp(-k*t)*cos(omega*t)",
             "2*x^(2/3)/sqrt(y)",
             "x^(y^z)",
             "(x^y)^2",
             "x^(3/4)",
             "x^(-y)",
             "(-2)^x",
             "(1/2)^x",
             "sin(x)^2",
             "A[1,0](q1, q2)*q1'",
             "f()",
             "float(0.1)*x",
             "2*pi",
             "-7",
             "-7/3",
         })
        EXPECT_EQ(rewritten(formula), formula);
}

TEST(PrintText, PutsTermsInOrder) {
    EXPECT_EQ(rewritten("1 + x + x' + x''"), "x'' + x' + x + 1");
    EXPECT_EQ(rewritten("-x'' + y' + 3"), "y' - x'' + 3");
    EXPECT_EQ(rewritten("-x + 1"), "1 - x");
}

TEST(PrintText, PutsFactorsInOrder) {
    EXPECT_EQ(rewritten("cos(theta)*theta'*(m1 + m2)*l*2"), "2*(m1 + m2)*l*theta'*cos(theta)");
    EXPECT_EQ(rewritten("q1'*A(q1, q2)"), "A(q1, q2)*q1'");
    EXPECT_EQ(rewritten("h*g*m"), "m*g*h");
}

TEST(PrintText, FloatingConstants) {
    EXPECT_EQ(to_text(floating(-0.1)), "-float(0.1)");
    EXPECT_EQ(to_text(symbol("x") + floating(1e300)), "x + float(1e+300)");
    EXPECT_EQ(to_text(pow(floating(-2), symbol("x"))), "(-float(2))^x");
}

TEST(PrintText, Equations) { EXPECT_EQ(to_text(parse_equation("x'=y*z")), "x' = y*z"); }

class RoundTrip : public ::testing::TestWithParam<testing::RandomOptions> {};

TEST_P(RoundTrip, TextReadsBackAsTheSameExpression) {
    testing::RandomExpression random(2026, GetParam());
    for (int i = 0; i < 2000; ++i) {
        const Expr e = random.next();
        const std::string text = to_text(e);
        const Expr again = parse(text, anything());
        ASSERT_EQ(again, e) << text << "\nwas read as\n" << to_text(again);
    }
}

testing::RandomOptions with_depth(int depth, bool floating) {
    testing::RandomOptions options;
    options.depth = depth;
    options.floating = floating;
    return options;
}

INSTANTIATE_TEST_SUITE_P(Depths, RoundTrip,
                         ::testing::Values(with_depth(1, true), with_depth(2, false),
                                           with_depth(3, true), with_depth(4, false),
                                           with_depth(5, true)),
                         [](const auto& instance) {
                             return "Depth" + std::to_string(instance.param.depth);
                         });

TEST(PrintLimits, WhatIsWrittenCanBeRead) {
    Expr calls = symbol("x"), powers = symbol("x"), fractions = symbol("x"), products = symbol("x");
    for (int i = 0; i < 1000; ++i) calls = sin(calls);
    for (int i = 0; i < 1000; ++i) powers = i % 2 == 0 ? pow(powers, symbol("y")) : pow(2, powers);
    for (int i = 0; i < 500; ++i) fractions = 1 / (1 + fractions);
    for (int i = 0; i < 250; ++i) products = sqrt(1 + 2 / (3 * symbol("y") * (products + 4)));
    for (const Expr& e : {calls, powers, fractions, products}) {
        ASSERT_EQ(e.height(), 1000U);
        EXPECT_EQ(parse(to_text(e)), e);
    }
}

TEST(PrintLimits, DeepExpressionsAreRefused) {
    Expr e = symbol("x");
    for (int i = 0; i < 1'000'000; ++i) e = sin(e);
    try {
        to_text(e);
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(),
                     "the expression is 1000000 levels deep; at most 1000 can be written out");
    }
}

TEST(BeginsWithMinus, IsWhatTheTextSays) {
    for (const char* text : {"x", "-x", "1 - x", "-x - y", "-x/2", "-(x + y)/2", "-2", "2", "0",
                             "-sin(x)*y", "(-x - y)^2", "-1/2", "1/(-x - y)", "x^(-2)", "-x^2"}) {
        const Expr e = parse(text);
        EXPECT_EQ(begins_with_minus(e), to_text(e).starts_with('-')) << text;
    }
    EXPECT_TRUE(begins_with_minus(parse("-x - y")));
    EXPECT_FALSE(begins_with_minus(parse("y - x")));
}

TEST(PrintLimits, ExpressionsThatAreVeryLargeWrittenOutAreRefused) {
    Expr e = symbol("x");
    for (int i = 0; i < 300; ++i) e = sin(e) * cos(e);
    try {
        to_text(e);
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(),
                     "written out, the expression has about 8.4e+90 parts; "
                     "at most 10000000 can be written");
    }
}

}  // namespace
}  // namespace rattleback
