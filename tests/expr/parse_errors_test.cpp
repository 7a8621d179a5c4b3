// What the parser refuses, and the whole text in which it says so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "expr/parse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

template <typename Read>
void expect_error(const Read& read, std::string_view text, std::string_view carets,
                  std::string_view message) {
    try {
        read();
        ADD_FAILURE() << text << " was read";
    } catch (const ModelError& error) {
        const auto column = carets.find('^') + 1;
        EXPECT_EQ(error.what(),
                  fmt::format("formula:1:{}: {}\n  {}\n  {}", column, message, text, carets));
    }
}

void expect_refused(std::string_view text, std::string_view carets, std::string_view message,
                    const Names& names = {}) {
    expect_error([&] { parse(text, names); }, text, carets, message);
}

void expect_refused_equation(std::string_view text, std::string_view carets,
                             std::string_view message) {
    expect_error([&] { parse_equation(text); }, text, carets, message);
}

std::string message_of(std::string_view text) {
    try {
        parse(text);
        return "no error";
    } catch (const ModelError& error) {
        return error.message();
    }
}

Names skate() {
    const Expr x = symbol("x"), y = symbol("y");
    Names names;
    names.any = false;
    names.coordinates = {"x", "y", "phi"};
    names.symbols = {"g", "m", "t"};
    names.definitions = {{"speed", symbol("x", 1)}, {"A", unspecified("A", std::vector{x, y})}};
    names.functions = {{"A", 2}, {"f", 1}};
    return names;
}

// Carets stand under what they mean.
// clang-format off

TEST(ParseErrors, UnknownNames) {
    expect_refused("g*ph",
                   "  ^^",
                   "unknown name 'ph'; did you mean 'phi'?", skate());
    expect_refused("ph'",
                   "^^",
                   "unknown name 'ph'; did you mean 'phi'?", skate());
    expect_refused("omega",
                   "^^^^^",
                   "unknown name 'omega'", skate());
    expect_refused("2*spead",
                   "  ^^^^^",
                   "unknown name 'spead'; did you mean 'speed'?", skate());
    expect_refused("xdot^2",
                   "^^^^",
                   "unknown name 'xdot'; the velocity of x is written x'", skate());
    expect_refused("2*vphi",
                   "  ^^^^",
                   "unknown name 'vphi'; the velocity of phi is written phi'", skate());
}

TEST(ParseErrors, UnknownFunctions) {
    expect_refused("1 + sine(x)",
                   "    ^^^^",
                   "unknown function 'sine'; did you mean 'sin'?");
    expect_refused("k(x)",
                   "^",
                   "unknown function 'k'; write 'k*(' for a product");
    expect_refused("B(x)",
                   "^",
                   "unknown function 'B'", skate());
    expect_refused("2*ln(x)",
                   "  ^^",
                   "unknown function 'ln'; write log(u)");
    expect_refused("sec(x)",
                   "^^^",
                   "unknown function 'sec'; write 1/cos(u)", skate());
    expect_refused("e^x",
                   "^",
                   "unknown name 'e'; write exp(u) for the exponential function", skate());
    expect_refused("k(x)",
                   "^",
                   "unknown function 'k'; write 'k*(' for a product, or declare it by --function k",
                   {.function_option = "--function"});
    expect_refused("g(x + 1)",
                   "^",
                   "'g' is not a function; write 'g*(' for a product", skate());
}

TEST(ParseErrors, Arguments) {
    expect_refused("atan2(x)",
                   "^^^^^",
                   "'atan2' takes 2 arguments, not 1");
    expect_refused("sin(x, y)",
                   "^^^",
                   "'sin' takes 1 argument, not 2");
    expect_refused("cos()",
                   "^^^",
                   "'cos' takes 1 argument, not 0");
    expect_refused("A(x)",
                   "^",
                   "'A' takes 2 arguments, not 1", skate());
    expect_refused("x + sin",
                   "    ^^^",
                   "'sin' is a function and needs an argument, as in sin(x)");
    expect_refused("atan2",
                   "^^^^^",
                   "'atan2' is a function and needs 2 arguments, as in atan2(y, x)");
    expect_refused("f*x",
                   "^",
                   "'f' is a function and needs an argument, as in f(u)", skate());
}

TEST(ParseErrors, SmallestAndLargest) {
    EXPECT_EQ(message_of("min(x)"),
              "'min' is a function and needs two arguments or more, as in min(a, b)");
    EXPECT_EQ(message_of("max + 1"),
              "'max' is a function and needs two arguments or more, as in max(a, b)");
    EXPECT_EQ(message_of("mim(x, y)"), "unknown function 'mim'; did you mean 'min'?");
}

TEST(ParseErrors, PartialDerivatives) {
    expect_refused("A[1](x, y)",
                   "^",
                   "'A' is applied to 2 arguments but has 1 count in brackets", skate());
    expect_refused("A[1,x](x, y)",
                   "    ^",
                   "expected the number of derivatives by each argument, as in A[1,0](u, v)", skate());
    expect_refused("A[1,0",
                   " ^",
                   "missing ']' for this '['", skate());
    expect_refused("A[1,0] + x",
                   "       ^",
                   "expected '(' and the arguments of 'A'", skate());
    expect_refused("sin[1](x)",
                   "^^^",
                   "'sin' is not an unspecified function, so it takes no brackets");
    expect_refused("A'(x, y)",
                   "^^",
                   "primes belong to coordinates; write A[1,0](u1, u2) for a partial derivative of 'A'", skate());
}

TEST(ParseErrors, MissingOperators) {
    expect_refused("2x",
                   " ^",
                   "expected an operator before 'x'; write '2*x' for a product");
    expect_refused("m g",
                   "  ^",
                   "expected an operator before 'g'; write 'm*g' for a product");
    expect_refused("2(x + y)",
                   " ^",
                   "expected an operator before '('; write '2*(' for a product");
    expect_refused("(x)(y)",
                   "   ^",
                   "expected an operator before '('; write ')*(' for a product");
    expect_refused("1.2.3",
                   "^^^^^",
                   "'1.2.3' is not a number");
}

TEST(ParseErrors, Brackets) {
    expect_refused("x*(y + (z)",
                   "  ^",
                   "missing ')' for this '('");
    expect_refused("sin(x",
                   "   ^",
                   "missing ')' for this '('");
    expect_refused("x + y)",
                   "     ^",
                   "unexpected ')'; there is no '(' before it to close");
    expect_refused("()",
                   " ^",
                   "expected a number, a name or '(' before ')'");
    expect_refused("(x, y)",
                   "  ^",
                   "unexpected ','; only arguments of a function are separated by commas");
    expect_refused("0,5",
                   " ^",
                   "unexpected ','; decimals are written with a point, as in 0.5");
    expect_refused("x]",
                   " ^",
                   "unexpected ']'; brackets that group are written '(' and ')'");
}

TEST(ParseErrors, MissingOperands) {
    expect_refused("x + ",
                   "   ^",
                   "expected a number, a name or '(' after '+'");
    expect_refused("x + * y",
                   "    ^",
                   "expected a number, a name or '(' before '*'");
    expect_refused("",
                   "^",
                   "the formula is empty");
    expect_refused("  ",
                   "^^",
                   "the formula is empty");
}

TEST(ParseErrors, CharactersThatLookRight) {
    expect_refused("m × g",
                   "  ^",
                   "unexpected '×'; write '*' instead");
    expect_refused("x − y",
                   "  ^",
                   "unexpected '−'; write '-' instead");
    expect_refused("x**2",
                   " ^^",
                   "unexpected '**'; write '^' instead");
    expect_refused("x == y",
                   "  ^^",
                   "unexpected '=='; write '=' instead");
    expect_refused("g*φ",
                   "  ^",
                   "unexpected 'φ'; write 'phi' instead");
    expect_refused("x²",
                   " ^",
                   "unexpected '²'; write '^2' instead");
    expect_refused("x′",
                   " ^",
                   "unexpected ′ here; primes are apostrophes directly after a name, as in x' and x''");
    expect_refused("(x + y)'",
                   "       ^",
                   "unexpected ' here; primes are apostrophes directly after a name, as in x' and x''");
}

TEST(ParseErrors, OtherCharacters) {
    expect_refused("x ; y",
                   "  ^",
                   "unexpected ';'");
    expect_refused("é",
                   "^",
                   "unexpected 'é'; names are made of the letters a-z and A-Z, digits and '_'");
    expect_refused("|x|",
                   "^",
                   "unexpected '|'; write abs(x) for an absolute value");
    EXPECT_EQ(message_of("x\x01"), "unexpected control character 0x01");
    EXPECT_EQ(message_of(std::string("x\0y", 3)), "unexpected control character 0x00");
    for (const char* invalid : {"\x80", "\xFF", "\xC3", "\xE2\x28\xA1", "\xF0\x9F", "\xC0\x80"})
        EXPECT_TRUE(message_of(invalid).ends_with("; a formula is UTF-8 text"));
}

TEST(ParseErrors, Primes) {
    expect_refused("m*x'''",
                   "  ^^^^",
                   "x''' has 3 primes; positions, velocities (') and accelerations ('') are supported");
    expect_refused("m*g'",
                   "  ^^",
                   "'g' is not a coordinate, so g' has no meaning", skate());
    expect_refused("speed'",
                   "^^^^^^",
                   "'speed' is not a coordinate, so speed' has no meaning", skate());
    expect_refused("pi'",
                   "^^^",
                   "'pi' is not a coordinate, so pi' has no meaning");
    Names velocities = skate();
    velocities.largest_order = 1;
    expect_refused("x''",
                   "^^^",
                   "x'' is an acceleration; only positions and velocities may stand here", velocities);
    Names positions = skate();
    positions.largest_order = 0;
    expect_refused("x'",
                   "^^",
                   "x' is a velocity; only positions may stand here", positions);
}

TEST(ParseErrors, ValuesThatDoNotExist) {
    expect_refused("x + 1/(y - y)",
                   "     ^",
                   "division by zero");
    expect_refused("0^-1",
                   " ^",
                   "division by zero");
    expect_refused("9^9^9^9",
                   "   ^",
                   "the exponent 387420489 is too large; at most 1000000 is supported");
    expect_refused("1e999999",
                   "^^^^^^^^",
                   "the exponent of '1e999999' is too large; at most 5000 is supported");
    expect_refused("x*log(0)",
                   "  ^^^",
                   "log of 0, which is not positive, has no value");
    expect_refused("float(1e999)",
                   "      ^^^^^",
                   "'1e999' is out of the range of floating-point numbers");
    expect_refused("float(x)",
                   "^^^^^",
                   "'float' takes a decimal number, as in float(0.1)");
    expect_refused("float",
                   "^^^^^",
                   "'float' is a function and needs a decimal number, as in float(0.1)");
}

TEST(ParseErrors, Equations) {
    expect_refused("x = 1",
                   "  ^",
                   "unexpected '='; this is one expression, not an equation");
    expect_refused_equation("x + 1",
                            "^^^^^",
                            "expected an equation; there is no '=' in it");
    expect_refused_equation("x = y = z",
                            "      ^",
                            "unexpected second '='; an equation has one");
    expect_refused_equation("= 1",
                            "^",
                            "the left side of the equation is empty");
    expect_refused_equation("x =",
                            "  ^",
                            "the right side of the equation is empty");
    expect_refused_equation("(x = y",
                            "   ^",
                            "unexpected '='; there is a '(' before it that is not closed");
}

// clang-format on

TEST(ParseErrors, ArePlacedInTheFile) {
    const SourceText source{"m*(x'^2\n   + y'^2)*ψ", "disk.toml", {12, 20}};
    try {
        parse(source);
        FAIL();
    } catch (const ModelError& error) {
        EXPECT_STREQ(error.what(),
                     "disk.toml:13:12: unexpected 'ψ'; write 'psi' instead\n"
                     "     + y'^2)*ψ\n"
                     "             ^");
        EXPECT_EQ(error.position(), (Position{13, 12}));
    }
    try {
        parse(SourceText{"αx", "disk.toml", {12, 20}});
        FAIL();
    } catch (const ModelError& error) {
        EXPECT_EQ(error.position(), (Position{12, 20}));
    }
}

}  // namespace
}  // namespace rattleback
