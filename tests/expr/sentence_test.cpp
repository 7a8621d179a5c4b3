#include "expr/sentence.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "expr/as_written.hpp"
#include "expr/decimal.hpp"
#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/print_mathml.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

const Expr x_dot = symbol("x", 1);

TEST(Sentence, KeepsWordsAndMathematicsApart) {
    const Sentence said = sentence("The {} is {}, {} times.", "energy", x_dot, 3);
    ASSERT_EQ(said.parts().size(), 3U);
    EXPECT_EQ(said.parts()[0].words, "The energy is ");
    EXPECT_TRUE(said.parts()[1].is_formula());
    EXPECT_EQ(said.parts()[1].sides[0], x_dot);
    EXPECT_EQ(said.parts()[2].words, ", 3 times.");
}

TEST(Sentence, IsPrintedByEachInItsOwnNotation) {
    const Sentence said = sentence("{} of 'a_b' is {}, at most {:.1e}.", parse("m*x'^2/2"),
                                   Equation{symbol("phi"), 0}, 1.5e-12);
    EXPECT_EQ(to_text(said), "m*x'^2/2 of 'a_b' is phi = 0, at most 1.5e-12.");
    EXPECT_EQ(to_latex(said),
              "$\\frac{m \\dot{x}^{2}}{2}$ of 'a\\_b' is $\\varphi = 0$, at most "
              "$1.5 \\cdot 10^{-12}$.");
    EXPECT_EQ(to_label(said), "½\u2009m\u2009x\u0307² of 'a_b' is φ = 0, at most 1.5·10⁻¹².");
    std::ostringstream out;
    out << said;
    EXPECT_EQ(out.str(), to_text(said));
}

TEST(Sentence, OfTextIsWords) {
    const Sentence said = std::string("x' = 0");
    ASSERT_EQ(said.parts().size(), 1U);
    EXPECT_FALSE(said.parts()[0].is_formula());
    EXPECT_NE(said, Sentence(Equation{x_dot, 0}));
    EXPECT_TRUE(Sentence("").empty());
}

TEST(Sentence, IsJoinedAndListed) {
    Sentence said = "On " + Sentence(x_dot) + ", ";
    said += "and more";
    EXPECT_EQ(to_text(said), "On x', and more");
    EXPECT_EQ(said.parts().size(), 3U);
    const Sentences all{x_dot, "y", symbol("z")};
    EXPECT_EQ(to_text(listed(all)), "x', y and z");
    EXPECT_EQ(to_text(listed(all, ", ", ", ")), "x', y, z");
    EXPECT_EQ(to_text(listed({all.data(), 1})), "x'");
    EXPECT_TRUE(listed({}).empty());
}

TEST(Sentence, HasNumbersInTheDigitsAskedFor) {
    EXPECT_EQ(to_text(time_is(10)), "t = 10");
    EXPECT_EQ(to_text(valued(x_dot, -2.0 / 3, 4)), "x' = -0.6667");
    EXPECT_EQ(to_text(sentence("{} and {:.3g} and {:<6}|", 0.25, 1e-7, "ab")),
              "0.25 and 1e-07 and ab    |");
    const Expr number = sentence("{:.3g}", -0.125).parts()[0].sides[0];
    EXPECT_EQ(number, -decimal("0.125"));
}

TEST(Sentence, HasOtherRelationsThanEquality) {
    EXPECT_EQ(to_text(SentencePart{.sides = {x_dot, 0}, .signs = {"<"}}), "x' < 0");
}

TEST(Sentence, OfAFormulaTooLongToWriteSaysSo) {
    Expr deep = symbol("x");
    for (int i = 0; i < deepest_nesting + 10; ++i) deep = sin(deep);
    EXPECT_EQ(to_text(sentence("It is {}.", deep)), "It is (a formula too long to show).");
}

TEST(Decimal, IsWrittenAsItIs) {
    EXPECT_EQ(to_mathml(decimal("9.81")), "<mn>9.81</mn>");
    EXPECT_EQ(to_mathml(decimal("-0.5") * symbol("x")),
              "<mrow><mo>−</mo><mrow><mn>0.5</mn><mo>&#x2062;</mo><mi>x</mi></mrow></mrow>");
    EXPECT_EQ(to_mathml(decimal("2e-4")),
              "<mrow><mn>2</mn><mo>⋅</mo><msup><mn>10</mn><mrow><mo>−</mo><mn>4</mn></mrow></msup>"
              "</mrow>");
    EXPECT_EQ(to_mathml(decimal("1e+06")), "<msup><mn>10</mn><mn>6</mn></msup>");
    EXPECT_EQ(to_mathml(decimal("1.5e+00")), "<mn>1.5</mn>");
    // A power of a product of two numbers needs brackets.
    EXPECT_EQ(to_mathml(pow(decimal("2e-4"), 2)).find("<msup><mrow><mo>(</mo>"), 0U);
    EXPECT_TRUE(is_decimal(decimal("3")));
    EXPECT_FALSE(is_decimal(symbol("x3")));
    EXPECT_FALSE(is_decimal(3));
}

TEST(AsWritten, DecimalsStayDecimals) {
    const auto mathml = [](std::string_view text) {
        return to_mathml(as_written(text).parts()[0].sides.back());
    };
    EXPECT_EQ(mathml("2*0.5"), "<mrow><mn>2</mn><mo>⋅</mo><mn>0.5</mn></mrow>");
    EXPECT_EQ(mathml("t^4.1"), "<msup><mi>t</mi><mn>4.1</mn></msup>");
    EXPECT_EQ(mathml("x = 0.25"), "<mn>0.25</mn>");
    EXPECT_EQ(mathml("1/2"), "<mfrac><mn>1</mn><mn>2</mn></mfrac>");
    EXPECT_EQ(to_text(as_written("x*0.50 = 1")), "x*0.50 = 1");
}

TEST(AsWritten, IsAFormulaOrWords) {
    EXPECT_EQ(as_written("x' = y' = 0").parts()[0].sides.size(), 3U);
    for (const char* const text : {"x +", "", "x = ", "a b", "1/0"}) {
        const Sentence said = as_written(text);
        for (const SentencePart& part : said.parts()) {
            EXPECT_FALSE(part.is_formula()) << text;
            EXPECT_EQ(part.words, text);
        }
    }
}

TEST(AsWritten, AnAuthorMarksFormulas) {
    const Sentence said = with_marked_formulas("It has `x' = 0`, a spin and x. It's `not");
    ASSERT_EQ(said.parts().size(), 3U);
    EXPECT_EQ(said.parts()[1].sides[0], x_dot);
    EXPECT_EQ(to_text(said), "It has x' = 0, a spin and x. It's `not");
}

TEST(Label, IsForWhoeverDraws) {
    const auto label = [](std::string_view text) { return to_label(as_written(text)); };
    EXPECT_EQ(label("x'"), "x\u0307");
    EXPECT_EQ(label("phi''"), "φ\u0308");
    EXPECT_EQ(label("lambda1"), "λ₁");
    EXPECT_EQ(label("x12'"), "x\u0307₁₂");
    EXPECT_EQ(label("R_phi"), "R_φ");
    EXPECT_EQ(label("R_theta1"), "R_θ₁");
    EXPECT_EQ(label("v_max"), "v_max");
    EXPECT_EQ(label("m1*x1'^2/2 - 9.81*x"), "½\u2009m₁\u2009x\u0307₁² − 9.81\u2009x");
    EXPECT_EQ(label("-2*sin(phi)"), "−2\u2009sin φ");
    EXPECT_EQ(label("§ 7"), "§ 7");  // no formula
}

}  // namespace
}  // namespace rattleback
