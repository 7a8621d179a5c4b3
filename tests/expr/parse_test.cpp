#include "expr/parse.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

const Expr x = symbol("x"), y = symbol("y"), z = symbol("z");

// "line:column: message"
std::string error_of(std::string_view text, const Names& names = {}) {
    try {
        parse(text, names);
        return "no error";
    } catch (const ModelError& error) {
        const auto [line, column] = error.position();
        return fmt::format("{}:{}: {}", line, column, error.message());
    }
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string result;
    while (times-- > 0) result += text;
    return result;
}

Names skate() {
    Names names;
    names.any = false;
    names.coordinates = {"x", "y", "phi"};
    names.symbols = {"g", "m", "t"};
    names.definitions = {{"speed", symbol("x", 1)}, {"A", unspecified("A", std::vector{x, y})}};
    names.functions = {{"A", 2}, {"f", 1}};
    return names;
}

TEST(Parse, Numbers) {
    EXPECT_EQ(parse("12"), Expr(12));
    EXPECT_EQ(parse("0.1"), ratio(1, 10));
    EXPECT_EQ(parse("1e-3"), ratio(1, 1000));
    EXPECT_EQ(parse("2.5E+2"), Expr(250));
    EXPECT_EQ(parse(".5"), ratio(1, 2));
    EXPECT_EQ(parse("5."), Expr(5));
    EXPECT_EQ(parse("1/3"), ratio(1, 3));
    EXPECT_EQ(parse("100000000000000000000") / parse("10000000000000000000"), Expr(10));
}

TEST(Parse, FloatingConstantsAreTheNearestToTheirDecimals) {
    EXPECT_EQ(parse("float(0.1)"), floating(0.1));
    EXPECT_EQ(parse("float(-1.5e-300)"), floating(-1.5e-300));
    EXPECT_EQ(parse("float(9007199254740993)"), floating(9007199254740992.0));
    EXPECT_EQ(parse("float( 5e-324 )"), floating(5e-324));
}

TEST(Parse, PrecedenceAndAssociativity) {
    EXPECT_EQ(parse("-x^2"), -pow(x, 2));
    EXPECT_EQ(parse("2^-3"), ratio(1, 8));
    EXPECT_EQ(parse("x^-y^2"), pow(x, -pow(y, 2)));
    EXPECT_EQ(parse("x^y^z"), pow(x, pow(y, z)));
    EXPECT_EQ(parse("(x^y)^z"), pow(pow(x, y), z));
    EXPECT_EQ(parse("x/y/z"), x / (y * z));
    EXPECT_EQ(parse("x/y*z"), x * z / y);
    EXPECT_EQ(parse("x - y - z"), x - (y + z));
    EXPECT_EQ(parse("x*-y"), -(x * y));
    EXPECT_EQ(parse("x--y"), x + y);
    EXPECT_EQ(parse("2*x + 3*y^2/4"), 2 * x + 3 * pow(y, 2) / 4);
}

TEST(Parse, AMinusSignBelongsToTheWholeProduct) {
    EXPECT_EQ(parse("-(x - y)*z"), -((x - y) * z));
    EXPECT_NE(parse("-(x - y)*z"), parse("(y - x)*z"));
    EXPECT_EQ(parse("-(x - y)"), y - x);
}

TEST(Parse, NamesAndPrimes) {
    EXPECT_EQ(parse("x'"), symbol("x", 1));
    EXPECT_EQ(parse("x_1''"), symbol("x_1", 2));
    EXPECT_EQ(parse("pi"), pi());
    EXPECT_EQ(parse("e"), symbol("e"));
    EXPECT_EQ(parse("2*e1"), 2 * symbol("e1"));
    EXPECT_EQ(parse("x'^2"), pow(symbol("x", 1), 2));
}

TEST(Parse, Functions) {
    EXPECT_EQ(parse("sin(x + y)"), sin(x + y));
    EXPECT_EQ(parse("atan2(y, x)"), atan2(y, x));
    EXPECT_EQ(parse("sqrt (4)"), Expr(2));
    for (const auto& row : functions()) {
        const bool one = row.arity == 1;
        EXPECT_EQ(parse(std::string(row.name) + (one ? "(x)" : "(x, y)")),
                  call(row.id, one ? std::vector{x} : std::vector{x, y}));
    }
}

TEST(Parse, SmallestAndLargest) {
    EXPECT_EQ(parse("min(x, y)"), (x + y - abs(x - y)) / 2);
    EXPECT_EQ(parse("max(x, y)"), (x + y + abs(x - y)) / 2);
    EXPECT_EQ(parse("max(3, -1, 7/2)"), parse("7/2"));
    EXPECT_NEAR(evaluate(parse("min(x, y, z)"), {{x, 2}, {y, -1}, {z, 5}}), -1, 1e-15);
}

TEST(Parse, UnspecifiedFunctions) {
    const std::vector arguments{x + y, z};
    const std::vector<std::int32_t> partials{1, 0};
    Names names;
    names.functions = {{"A", 2}};
    EXPECT_EQ(parse("A(x + y, z)", names), unspecified("A", arguments));
    EXPECT_EQ(parse("A[1,0](x + y, z)", names), unspecified("A", arguments, partials));
    EXPECT_EQ(parse("A[0,0](x + y, z)", names), unspecified("A", arguments));
    names = {};
    names.any_function = true;
    EXPECT_EQ(parse("B(x + y, z)", names), unspecified("B", arguments));
    EXPECT_EQ(parse("sin(x)", names), sin(x));
}

TEST(Parse, DefinitionsAreReplaced) {
    EXPECT_EQ(parse("speed^2", skate()), pow(symbol("x", 1), 2));
    EXPECT_EQ(parse("A*x'", skate()), unspecified("A", std::vector{x, y}) * symbol("x", 1));
    EXPECT_EQ(parse("A(y, x)", skate()), unspecified("A", std::vector{y, x}));
}

TEST(Parse, WhiteSpaceMeansNothing) {
    EXPECT_EQ(parse(" \t\r\n x\n+\n2 * y \n"), x + 2 * y);
    EXPECT_EQ(parse("x\u00A0+\u00A0y"), x + y);
}

TEST(Parse, Equations) {
    const auto [left, right] = parse_equation("x'*sin(phi) - y' = 0");
    EXPECT_EQ(left, symbol("x", 1) * sin(symbol("phi")) - symbol("y", 1));
    EXPECT_EQ(right, Expr(0));
}

TEST(ParseLimits, Nesting) {
    const auto nested = [](std::string_view open, std::string_view close, std::size_t n) {
        return repeated(open, n) + "x" + repeated(close, n);
    };
    EXPECT_EQ(parse(nested("(", ")", 1000)), x);
    EXPECT_EQ(parse(nested("sin(", ")", 1000)).height(), 1000U);
    const std::string too_deep = "the brackets are nested more than 1000 levels deep";
    EXPECT_EQ(error_of(nested("(", ")", 1001)), "1:1001: " + too_deep);
    EXPECT_EQ(error_of(repeated("(", 1'000'000)), "1:1001: " + too_deep);
    EXPECT_EQ(error_of(repeated("sin(", 250'000)), "1:4004: " + too_deep);
    EXPECT_EQ(error_of(nested("(1 + 2*x*sin(", "))", 400)),
              "1:1: the expression is 1200 levels deep; at most 1000 are supported");
}

TEST(ParseLimits, ChainsAreNotNested) {
    EXPECT_EQ(parse(repeated("-", 1'000'000) + "x"), x);
    EXPECT_EQ(parse(repeated("-", 1'000'001) + "x"), -x);
    EXPECT_EQ(parse(repeated("x^", 1000) + "y").height(), 1000U);
    const std::string too_deep = "1:2002: the powers are nested more than 1000 levels deep";
    EXPECT_EQ(error_of(repeated("x^", 1001) + "y"), too_deep);
    EXPECT_EQ(error_of(repeated("x^", 500'000) + "y"), too_deep);
}

TEST(ParseLimits, Length) {
    EXPECT_EQ(parse(std::string(longest_formula, 'x')).name().size(), longest_formula);
    EXPECT_EQ(error_of(std::string(longest_formula + 1, 'x')),
              "1:1: the formula has 1048577 bytes; at most 1048576 are supported");
}

TEST(ParseLimits, LongChainsAreReadInLinearTime) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(parse(repeated("x+", 524'287) + "x"), 524'288 * x);
    EXPECT_EQ(parse(repeated("x*", 524'287) + "x"), pow(x, 524'288));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(elapsed.count(), 20);  // 0.2 in a release build; quadratic time would be hours
}

TEST(ParseLimits, MessagesQuoteLongNamesInPart) {
    Names none;
    none.any = false;
    EXPECT_EQ(error_of(std::string(100'000, 'x'), none),
              "1:1: unknown name '" + std::string(40, 'x') + "…'");
}

TEST(ReservedNames, AreThoseOfTheLanguage) {
    for (const char* name : {"sin", "atan2", "pi", "float"}) EXPECT_TRUE(is_reserved_name(name));
    for (const char* name : {"x", "t", "sine", "Pi", ""}) EXPECT_FALSE(is_reserved_name(name));
}

}  // namespace
}  // namespace rattleback
