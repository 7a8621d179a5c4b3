#include "expr/print_unicode.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "expr/parse.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

// With ordinary spaces, which are easier to write down.
std::string with_spaces(std::string text) {
    for (auto at = text.find(thin_space); at != std::string::npos; at = text.find(thin_space))
        text.replace(at, thin_space.size(), " ");
    return text;
}

std::string unicode(std::string_view formula) {
    Names names;
    names.any_function = true;
    return with_spaces(to_unicode(parse(formula, names)));
}

TEST(PrintUnicode, Names) {
    EXPECT_EQ(unicode_name("x"), "x");
    EXPECT_EQ(unicode_name("phi"), "φ");
    EXPECT_EQ(unicode_name("lambda1"), "λ₁");
    EXPECT_EQ(unicode_name("m12"), "m₁₂");
    EXPECT_EQ(unicode_name("m_tot"), "mₜₒₜ");
    EXPECT_EQ(unicode_name("v_max"), "v_max");  // x has no companions y and z
    EXPECT_EQ(unicode_name("x_A"), "x_A");
    EXPECT_EQ(unicode_name("R_x"), "R_x");
    EXPECT_EQ(unicode_name("R_phi"), "R_φ");
    EXPECT_EQ(unicode_name("R_x1"), "R_x₁");
    EXPECT_EQ(unicode_name("R_theta1"), "R_θ₁");
    EXPECT_EQ(unicode_name("thetaR", 1), "θ\u0307_R");
    EXPECT_EQ(unicode_name("speed"), "speed");
}

TEST(PrintUnicode, Dots) {
    EXPECT_EQ(unicode_name("x", 1), "ẋ");
    EXPECT_EQ(unicode_name("x", 2), "ẍ");
    EXPECT_EQ(unicode_name("y1", 1), "ẏ₁");
    EXPECT_EQ(unicode_name("phi", 1), "φ\u0307");
    EXPECT_EQ(unicode_name("phi", 2), "φ\u0308");
    EXPECT_EQ(unicode_name("u1", 1), "u\u0307₁");
    EXPECT_EQ(unicode_name("x", 3), "x\u20DB");
    EXPECT_EQ(unicode_name("x", 5), "x⁽⁵⁾");
    EXPECT_EQ(unicode_name("speed", 2), "speed''");
}

TEST(PrintUnicode, Arithmetic) {
    EXPECT_EQ(unicode("1 - x"), "1 − x");
    EXPECT_EQ(unicode("-x"), "−x");
    EXPECT_EQ(unicode("a*x"), "a x");
    EXPECT_EQ(unicode("2*x"), "2x");
    EXPECT_EQ(unicode("2*speed"), "2 speed");
    EXPECT_EQ(unicode("2*3^x"), "2·3^x");
    EXPECT_EQ(unicode("x^2 + y^10"), "x² + y¹⁰");
    EXPECT_EQ(unicode("m*x'^2/2"), "½ m ẋ²");
    EXPECT_EQ(unicode("m*(x'^2 + y'^2)/2"), "½ m (ẋ² + ẏ²)");
    EXPECT_EQ(unicode("3*x/4"), "¾ x");
    EXPECT_EQ(unicode("7*x/5"), "7x/5");
    EXPECT_EQ(unicode("x/(2*y)"), "x/(2y)");
    EXPECT_EQ(unicode("(x + y)/z"), "(x + y)/z");
    EXPECT_EQ(unicode("x^(2/3)"), "x^(2/3)");
    EXPECT_EQ(unicode("x^(n + 1)"), "x^(n + 1)");
    EXPECT_EQ(unicode("(x + y)^2"), "(x + y)²");
}

TEST(PrintUnicode, Functions) {
    EXPECT_EQ(unicode("sin(phi)"), "sin φ");
    EXPECT_EQ(unicode("sin(2*phi)"), "sin 2φ");
    EXPECT_EQ(unicode("sin(omega*t)"), "sin(ω t)");
    EXPECT_EQ(unicode("sin(phi)^2"), "sin² φ");
    EXPECT_EQ(unicode("cos(phi)*sin(phi)"), "cos φ sin φ");
    EXPECT_EQ(unicode("sin(phi)/m"), "sin(φ)/m");  // not the sine of φ/m
    EXPECT_EQ(unicode("1/cos(phi)"), "1/cos φ");
    EXPECT_EQ(unicode("sqrt(x)"), "√x");
    EXPECT_EQ(unicode("sqrt(x^2 + y^2)"), "√(x² + y²)");
    EXPECT_EQ(unicode("abs(x)"), "|x|");
    EXPECT_EQ(unicode("exp(-k*t)"), "exp(−k t)");
    EXPECT_EQ(unicode("log(pi)"), "ln π");
    EXPECT_EQ(unicode("atan2(y, x)"), "atan2(y, x)");
}

TEST(PrintUnicode, UnspecifiedFunctions) {
    EXPECT_EQ(unicode("f(x)"), "f(x)");
    EXPECT_EQ(unicode("f[2](x)"), "f′′(x)");
    EXPECT_EQ(unicode("A[1,1](x, y)"), "∂²A/∂x∂y");
    EXPECT_EQ(unicode("A[1,0](x, y)*x'"), "(∂A/∂x) ẋ");
    EXPECT_EQ(unicode("A[0,2](x, x)"), "∂₂²A(x, x)");
}

TEST(PrintUnicode, Equations) { EXPECT_EQ(to_unicode(parse_equation("phi'' = 0")), "φ\u0308 = 0"); }

// No sign stands beside another, nothing is multiplied by one, no bracket is doubled, and brackets
// come in pairs, whatever is written.
TEST(PrintUnicode, IsTidy) {
    testing::RandomExpression random(7);
    for (int i = 0; i < 1000; ++i) {
        const std::string text = with_spaces(to_unicode(random.next()));
        for (const char* ugly : {"+ −", "− −", "−−", "+ +", "  ", "( ", " )"})
            EXPECT_EQ(text.find(ugly), std::string::npos) << text;
        EXPECT_FALSE(std::regex_search(text, std::regex("(^|[(])1 [a-z(]"))) << text;
        EXPECT_EQ(std::ranges::count(text, '('), std::ranges::count(text, ')')) << text;
    }
}

}  // namespace
}  // namespace rattleback
