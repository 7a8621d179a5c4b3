#include "writing/html_sentence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expr/parse.hpp"
#include "expr/print_mathml.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(HtmlSentence, SetsFormulasAndEscapesTheRest) {
    const std::string text =
        html_sentence(sentence("<b> {} is {:.1e} at '{}'", symbol("x", 1), 1.5e-12, "a < b"));
    EXPECT_THAT(text, HasSubstr("&lt;b&gt; " + mathml_root(to_mathml(symbol("x", 1))) + " is "));
    EXPECT_THAT(text, HasSubstr("<mn>1.5</mn><mo>⋅</mo><msup><mn>10</mn>"));
    EXPECT_THAT(text, HasSubstr("&#39;a &lt; b&#39;"));
}

// Words that look like a formula are words.
TEST(HtmlSentence, GuessesNothing) {
    EXPECT_EQ(html_sentence("x = 0 and m*a - f"), "x = 0 and m*a - f");
}

TEST(HtmlSentence, SetsRelationsInOneFormula) {
    const Expr u = symbol("u");
    EXPECT_EQ(html_sentence(SentencePart{.sides = {u, 0}, .signs = {"<"}}),
              mathml_root("<mrow><mi>u</mi><mo>&lt;</mo><mn>0</mn></mrow>"));
    EXPECT_EQ(html_sentence(Equation{u, 0}), mathml_root(to_mathml(Equation{u, 0})));
}

TEST(HtmlSentence, PlainNumbersStandInTheLine) {
    EXPECT_EQ(html_sentence(sentence("{:.3g}, {:.3g}", 0.125, -4.0)), "0.125, −4");
}

TEST(HtmlSentence, LongFormulasStandAlone) {
    std::string sum = "x1";
    for (int i = 2; i < 20; ++i) sum += " + x" + std::to_string(i);
    const Expr e = parse(sum);
    EXPECT_THAT(html_sentence(sentence("The sum {}.", e)),
                HasSubstr("The sum <span class=\"equation\"><math"));
    EXPECT_THAT(html_sentence(sentence("The sum {}.", symbol("x1"))), Not(HasSubstr("<span")));
}

TEST(HtmlSentence, SeveralAreAList) {
    const Sentences two{"One.", "Two."};
    EXPECT_EQ(html_sentences(two), "<ul>\n<li>One.</li>\n<li>Two.</li>\n</ul>\n");
    EXPECT_EQ(html_sentences({two.data(), 1}), "<p>One.</p>\n");
    EXPECT_EQ(html_sentences({}), "");
}

}  // namespace
}  // namespace rattleback
