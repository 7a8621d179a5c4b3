#include "writing/html_sentence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/model_file.hpp"
#include "writing/html_formula.hpp"
#include "writing/sentence_parts.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> formulas(const std::string& sentence) {
    static const System system = testing::model_file("rattleback");
    std::vector<std::string> found;
    std::string whole;
    for (const auto& [text, is_formula] : sentence_parts(sentence, system)) {
        whole += text;
        if (is_formula) found.push_back(text);
    }
    EXPECT_EQ(whole, sentence);  // nothing is lost
    return found;
}

TEST(SentenceParts, FindsFormulas) {
    EXPECT_THAT(formulas("The energy m*(x'^2 + y'^2)/2 - g*x, is conserved."),
                ElementsAre("m*(x'^2 + y'^2)/2 - g*x"));
    EXPECT_THAT(formulas("The run reached its end, t = 10."), ElementsAre("t = 10"));
    EXPECT_THAT(formulas("u1 is x'*cos(phi), and x, y and z follow."),
                ElementsAre("u1", "x'*cos(phi)", "x", "y", "z"));
    EXPECT_THAT(formulas("q1' = 0.7, q2' = -0.4 and R_x"),
                ElementsAre("q1' = 0.7", "q2' = -0.4", "R_x"));
    EXPECT_THAT(formulas("E - E0 - work of forces"), ElementsAre("E - E0"));
    EXPECT_THAT(formulas("about like 0.016 t^4.1."), ElementsAre("t^4.1"));
    EXPECT_THAT(formulas("(see x' and phi)"), ElementsAre("x'", "phi"));
    EXPECT_THAT(formulas("with spin*t and M*a - f"), ElementsAre("spin*t", "M*a - f"));
    EXPECT_THAT(formulas("q(-t) is a motion"), ElementsAre("q(-t)"));
}

TEST(SentenceParts, LeavesWordsAlone) {
    for (const char* const sentence :
         {"", " ", "A body of a system", "the constraint 'x' holds", "'stone rolls, x' is linear",
          "d'Alembert's principle", "the forces' work", "and/or", "growth vector (2, 3)",
          "lagrange_multipliers and benenti", "at most 1.1e-11", "Gibbs-Appell", "the spin of it",
          "5 random states", "e.g. ((", "a ' b ''", "* / + = -", "Z̄ and λ"})
        EXPECT_THAT(formulas(sentence), IsEmpty()) << sentence;
    EXPECT_THAT(formulas("x +"), ElementsAre("x"));
}

TEST(HtmlSentence, SetsFormulasAndEscapesTheRest) {
    const System system = testing::model_file("skate");
    const std::string text = html_sentence("<b> x' is 1.5e-12 at 'a < b'", system);
    EXPECT_THAT(text, HasSubstr("&lt;b&gt; <math"));
    EXPECT_THAT(text, HasSubstr("<mo>˙</mo>"));
    EXPECT_THAT(text, HasSubstr("1.5·10<sup>−12</sup>"));
    EXPECT_THAT(text, HasSubstr("&#39;a &lt; b&#39;"));
}

TEST(HtmlSentence, LongFormulasStandAlone) {
    const System system = testing::model_file("skate");
    std::string sum = "x1";
    for (int i = 2; i < 20; ++i) sum += " + x" + std::to_string(i);
    EXPECT_THAT(html_sentence("The sum " + sum + ".", system),
                HasSubstr("The sum <span class=\"equation\"><math"));
}

TEST(HtmlSentence, TitlesAreUnicode) {
    const System system = testing::model_file("skate");
    EXPECT_EQ(unicode_sentence("constant y' + lambda1*cos(phi)", system),
              "constant y\u0307 + λ₁\u2009cos(φ)");
}

TEST(HtmlFormula, DecimalsStayDecimals) {
    EXPECT_THAT(*html_formula("9.81"), HasSubstr("<mn>9.81</mn>"));
    EXPECT_THAT(*html_formula("-0.5*x"), HasSubstr("<mo>−</mo>"));
    EXPECT_THAT(*html_formula("2*0.5"), HasSubstr("<mn>2</mn><mo>⋅</mo><mn>0.5</mn>"));
    EXPECT_THAT(*html_formula("t^4.1"), HasSubstr("<msup><mi>t</mi><mn>4.1</mn></msup>"));
    EXPECT_THAT(*html_formula("2e-4"), HasSubstr("<mn>10</mn><mrow><mo>−</mo><mn>4</mn></mrow>"));
    EXPECT_THAT(*html_formula("x = 0.25"), HasSubstr("<mo>=</mo><mn>0.25</mn>"));
    EXPECT_THAT(*html_formula("1/2"), Not(HasSubstr("0.5")));
    EXPECT_FALSE(html_formula("x +"));
    EXPECT_FALSE(html_formula(""));
}

}  // namespace
}  // namespace rattleback
