#include "expr/print_mathml.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "expr/parse.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

std::string mathml(std::string_view formula) {
    Names names;
    names.any_function = true;
    return to_mathml(parse(formula, names));
}

const std::string space = "<mspace width=\"0.17em\"/>";
constexpr const char* x_dot = "<mover accent=\"true\"><mi>x</mi><mo>˙</mo></mover>";

TEST(PrintMathml, Names) {
    EXPECT_EQ(mathml("x"), "<mi>x</mi>");
    EXPECT_EQ(mathml("phi"), "<mi>φ</mi>");
    EXPECT_EQ(mathml("speed"), "<mi>speed</mi>");
    EXPECT_EQ(mathml("x'"), x_dot);
    EXPECT_EQ(mathml("x''"), "<mover accent=\"true\"><mi>x</mi><mo>¨</mo></mover>");
    EXPECT_EQ(mathml("m1"), "<msub><mi>m</mi><mn>1</mn></msub>");
    EXPECT_EQ(mathml("m1^2"), "<msubsup><mi>m</mi><mn>1</mn><mn>2</mn></msubsup>");
    EXPECT_EQ(mathml("R_theta1"), "<msub><mi>R</mi><msub><mi>θ</mi><mn>1</mn></msub></msub>");
    EXPECT_EQ(mathml("v_max1"), "<msub><mi>v</mi><mrow><mi>max</mi><mn>1</mn></mrow></msub>");
    EXPECT_EQ(mathml_name("a<b"), "<mi>a&lt;b</mi>");
}

TEST(PrintMathml, Arithmetic) {
    EXPECT_EQ(mathml("1 - x"), "<mrow><mn>1</mn><mo>−</mo><mi>x</mi></mrow>");
    EXPECT_EQ(mathml("-x"), "<mrow><mo>−</mo><mi>x</mi></mrow>");
    EXPECT_EQ(mathml("a*x"), "<mrow><mi>a</mi><mo>&#x2062;</mo><mi>x</mi></mrow>");
    EXPECT_EQ(mathml("2*3^x"),
              "<mrow><mn>2</mn><mo>⋅</mo><msup><mn>3</mn><mi>x</mi></msup></mrow>");
    EXPECT_EQ(mathml("x/y"), "<mfrac><mi>x</mi><mi>y</mi></mfrac>");
    EXPECT_EQ(mathml("x'^2"), std::string("<msup>") + x_dot + "<mn>2</mn></msup>");
    EXPECT_EQ(mathml("x^(2/3)"),
              "<msup><mi>x</mi><mrow><mn>2</mn><mo>/</mo><mn>3</mn></mrow></msup>");
    EXPECT_EQ(mathml("2*(x + y)"),
              "<mrow><mn>2</mn><mo>&#x2062;</mo><mrow><mo>(</mo><mrow><mi>x</mi>"
              "<mo>+</mo><mi>y</mi></mrow><mo>)</mo></mrow></mrow>");
}

TEST(PrintMathml, Functions) {
    EXPECT_EQ(mathml("sin(phi)"),
              "<mrow><mi>sin</mi><mo>&#x2061;</mo>" + space + "<mi>φ</mi></mrow>");
    EXPECT_EQ(mathml("sin(x)^2"), "<mrow><msup><mi>sin</mi><mn>2</mn></msup><mo>&#x2061;</mo>" +
                                      space + "<mi>x</mi></mrow>");
    EXPECT_EQ(mathml("atan2(y, x)"),
              "<mrow><mi>atan2</mi><mo>&#x2061;</mo><mrow><mo>(</mo><mi>y</mi>"
              "<mo>,</mo><mi>x</mi><mo>)</mo></mrow></mrow>");
    EXPECT_EQ(mathml("sqrt(x)"), "<msqrt><mi>x</mi></msqrt>");
    EXPECT_EQ(mathml("abs(x)"), "<mrow><mo>|</mo><mi>x</mi><mo>|</mo></mrow>");
    EXPECT_EQ(mathml("exp(x)"), "<msup><mi>e</mi><mi>x</mi></msup>");
    EXPECT_EQ(mathml("log(pi)"),
              "<mrow><mi>ln</mi><mo>&#x2061;</mo>" + space + "<mi>π</mi></mrow>");
}

TEST(PrintMathml, UnspecifiedFunctions) {
    EXPECT_EQ(
        mathml("f(x)"),
        "<mrow><mi>f</mi><mo>&#x2061;</mo><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow></mrow>");
    EXPECT_EQ(mathml("f[2](x)"),
              "<mrow><msup><mi>f</mi><mo>″</mo></msup><mo>&#x2061;</mo>"
              "<mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow></mrow>");
    EXPECT_EQ(mathml("A[1,1](x, y)"),
              "<mfrac><mrow><msup><mo>∂</mo><mn>2</mn></msup><mi>A</mi></mrow>"
              "<mrow><mo>∂</mo><mi>x</mi><mo>∂</mo><mi>y</mi></mrow></mfrac>");
    EXPECT_EQ(mathml("A[0,2](x, x)"),
              "<mrow><msubsup><mo>∂</mo><mn>2</mn><mn>2</mn></msubsup><mi>A</mi><mo>&#x2061;</mo>"
              "<mrow><mo>(</mo><mi>x</mi><mo>,</mo><mi>x</mi><mo>)</mo></mrow></mrow>");
}

TEST(PrintMathml, RootsAndEquations) {
    EXPECT_EQ(to_mathml(parse_equation("x = 1")), "<mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow>");
    EXPECT_EQ(
        mathml_root("<mi>x</mi>"),
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"inline\"><mi>x</mi></math>");
    EXPECT_EQ(
        mathml_root("<mi>x</mi>", MathDisplay::Block),
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mi>x</mi></math>");
}

// An element of the tree, as far as is needed to count children.
struct Open {
    std::string tag;
    int children = 0;
};

int required_children(const std::string& tag) {
    if (tag == "mfrac" || tag == "msup" || tag == "msub" || tag == "mover") return 2;
    return tag == "msubsup" ? 3 : 0;
}

// One element, tags that pair, and the number of children that MathML asks for.
void expect_well_formed(const std::string& xml) {
    std::vector<Open> open{{"document"}};
    for (std::size_t at = 0; (at = xml.find('<', at)) != std::string::npos; ++at) {
        const auto end = xml.find('>', at);
        ASSERT_NE(end, std::string::npos) << xml;
        if (xml[at + 1] != '/') {
            ++open.back().children;
            if (xml[end - 1] == '/') continue;  // <mspace/>
            open.push_back({xml.substr(at + 1, xml.find_first_of(" >", at) - at - 1)});
            continue;
        }
        ASSERT_EQ(xml.substr(at + 2, end - at - 2), open.back().tag) << xml;
        const auto required = required_children(open.back().tag);
        ASSERT_TRUE(required == 0 || open.back().children == required) << xml;
        open.pop_back();
    }
    ASSERT_EQ(open.size(), 1U) << xml;
    ASSERT_EQ(open.back().children, 1) << xml;
    ASSERT_EQ(xml.front(), '<');
    ASSERT_EQ(xml.back(), '>');
}

TEST(PrintMathml, IsWellFormed) {
    testing::RandomOptions options;
    options.floating = true;
    testing::RandomExpression random(11, options);
    for (int i = 0; i < 1000; ++i) expect_well_formed(to_mathml(random.next()));
}

}  // namespace
}  // namespace rattleback
