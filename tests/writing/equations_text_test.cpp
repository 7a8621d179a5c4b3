#include "writing/equations_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "writing/display_width.hpp"
#include "writing/equations_latex.hpp"
#include "writing/equations_mathml.hpp"
#include "writing/matrix_text.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string pretty(const char* model, const char* form, TextOptions options = {}) {
    options.mathematics = true;
    const Equations equations = derive(testing::model_file(model), form);
    return equations_text(formulation(form), equations, options);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

TEST(DisplayWidth, CountsColumns) {
    EXPECT_EQ(display_width(""), 0U);
    EXPECT_EQ(display_width("x'"), 2U);
    EXPECT_EQ(display_width("ẋ"), 1U);
    EXPECT_EQ(display_width("φ\u0308"), 1U);
    EXPECT_EQ(display_width("x\u20DB"), 1U);
    EXPECT_EQ(display_width("λ₁ − √2"), 7U);
    EXPECT_EQ(padded("φ\u0307", 3), "φ\u0307  ");
    EXPECT_EQ(padded("abcd", 3), "abcd");
}

TEST(MatrixText, AlignsColumnsBetweenBrackets) {
    EXPECT_EQ(matrix_text("ψ", {{"cos φ", "0"}, {"φ\u0307", "1"}}, 2),
              "  ψ = ⎡ cos φ  0 ⎤\n"
              "      ⎣ φ\u0307      1 ⎦\n");
    EXPECT_EQ(matrix_text("a", {{"1"}, {"2"}, {"3"}}, 0), "    ⎡ 1 ⎤\na = ⎢ 2 ⎥\n    ⎣ 3 ⎦\n");
    EXPECT_EQ(matrix_text("a", {{"1", "2"}}, 0), "a = [ 1  2 ]\n");
    EXPECT_EQ(matrix_width({{"cos φ", "0"}, {"1", "22"}}), 13U);
}

TEST(EquationsText, AlignsEqualsSignsByColumns) {
    const auto lines = lines_of(pretty("skate", "kane"));
    std::set<std::size_t> places;
    for (const std::string& line : lines) {
        if (line == "  reaction") break;
        if (const auto at = line.find(" = "); at != std::string::npos)
            places.insert(display_width(line.substr(0, at)));
    }
    EXPECT_EQ(places.size(), 1U);
}

TEST(EquationsText, KeepsToTheWidth) {
    for (const std::size_t width : {60U, 80U, 120U})
        for (const auto& line :
             lines_of(pretty("parallel_points_spring", "voronec_nonlinear", {.width = width}))) {
            const bool prose = line.find(" = ") == std::string::npos;
            if (!prose) {
                EXPECT_LE(display_width(line), width) << line;
            }
        }
}

// What is long to write out has letters for its entries, and says so; formulas are complete.
TEST(EquationsText, WritesLargeSystemsInOutline) {
    const System system = testing::model_file("bicycle");
    const Equations equations = derive(system, "benenti");
    const Formulation& form = formulation("benenti");
    const std::string outline = equations_text(form, equations, {.mathematics = true});
    EXPECT_LT(lines_of(outline).size(), 30U);
    EXPECT_THAT(outline,
                HasSubstr("M for the coefficients of the unknowns, f for the right sides, V for "
                          "velocities. They have "));
    EXPECT_THAT(outline, HasSubstr("M₁₁"));
    const std::string complete = equations_text(form, equations);
    EXPECT_THAT(complete, HasSubstr("abbreviations\n  s1 "));
    EXPECT_THAT(complete, Not(HasSubstr("etters stand")));
}

TEST(EquationsText, SaysWhatLettersStandForWhereItCanBeRead) {
    const std::string text = pretty("rattleback", "benenti", {});
    EXPECT_THAT(text, HasSubstr("They are written among the abbreviations."));
    EXPECT_THAT(text, HasSubstr("\n  M₁₁ = "));
    EXPECT_THAT(text, HasSubstr("\n  f₃  = "));
    EXPECT_THAT(text, HasSubstr("\n  V₁  = "));
}

// What is too large among the steps is said there, and not to who asks for no steps.
// Djukić's form gives the accelerations themselves, however long they are.
TEST(EquationsText, CallsWhatIsSolvedNoLinearSystem) {
    EXPECT_THAT(pretty("second_order_curved", "lagrange_multipliers"),
                HasSubstr("left as a linear system"));
    const std::string solved = pretty("second_order_curved", "second_order");
    EXPECT_THAT(solved, Not(HasSubstr("left as a linear system")));
    EXPECT_THAT(solved, HasSubstr("abbreviations"));
    EXPECT_LT(lines_of(solved).size(), 60);
}

// Γ and ∇g of a curved metric are too long to be written out, and not too long for letters.
TEST(EquationsText, WritesLongStepsWithAbbreviations) {
    for (const bool mathematics : {false, true}) {
        TextOptions options{.steps = true};
        options.mathematics = mathematics;
        const Equations equations =
            derive(testing::model_file("second_order_curved"), "second_order");
        const std::string text = equations_text(formulation("second_order"), equations, options);
        EXPECT_THAT(text, HasSubstr("abbreviations in the steps\n  p"));
        EXPECT_THAT(text, Not(HasSubstr("…")));
    }
}

TEST(EquationsText, SaysOfStepsOnlyWhereTheyAreShown) {
    const std::string said = "too large to be shown";
    EXPECT_THAT(pretty("rattleback", "benenti", {}), Not(HasSubstr(said)));
    EXPECT_THAT(pretty("rattleback", "benenti", {.steps = true}), HasSubstr(said));
}

TEST(EquationsText, SaysWhatTheReactionOfVakonomicMotionIs) {
    EXPECT_THAT(pretty("skate_vakonomic", "vakonomic", {}),
                HasSubstr("  R is M*a - f, the force "));
}

TEST(EquationsText, ShowsStepsAsMatrices) {
    const std::string text = pretty("skate", "benenti", {.steps = true});
    EXPECT_THAT(text, HasSubstr("    ψ_α = ⎢ sin φ  0 ⎥\n"));
    EXPECT_THAT(text, HasSubstr("    Γ₁ = Γ₂ = Γ₃ = 0\n"));
    for (int i = 1; i <= 9; ++i) EXPECT_THAT(text, HasSubstr("  step " + std::to_string(i) + ": "));
}

// Every element that is opened is closed, in order, and no sign of markup is left in the text.
void expect_well_formed(const std::string& text) {
    std::vector<std::string> open;
    std::size_t at = 0;
    while ((at = text.find('<', at)) != std::string::npos) {
        if (text.compare(at, 4, "<!--") == 0) {
            at = text.find("-->", at);
            ASSERT_NE(at, std::string::npos);
            continue;
        }
        const std::size_t end = text.find('>', at);
        ASSERT_NE(end, std::string::npos);
        const std::string tag = text.substr(at + 1, end - at - 1);
        at = end;
        if (tag.ends_with('/')) continue;
        if (!tag.starts_with('/')) {
            open.push_back(tag.substr(0, tag.find(' ')));
            continue;
        }
        ASSERT_FALSE(open.empty());
        EXPECT_EQ(open.back(), tag.substr(1));
        open.pop_back();
    }
    EXPECT_TRUE(open.empty());
}

TEST(EquationsMathml, IsWellFormedInEveryForm) {
    for (const char* model : {"skate", "charged_particles", "second_order_polar"}) {
        const System system = testing::model_file(model);
        for (const Formulation* form : applicable(system)) {
            const std::string text = equations_mathml(*form, derive(system, form->name), true);
            expect_well_formed(text);
            EXPECT_THAT(text, HasSubstr("<math xmlns="));
        }
    }
}

TEST(EquationsMathml, TranslatesTheSignsOfTheSteps) {
    EXPECT_EQ(mathml_symbol("ψ"), "<mrow><mi>ψ</mi></mrow>");
    EXPECT_EQ(mathml_symbol(StepSymbol("ψ").low("α")),
              "<mrow><msub><mi>ψ</mi><mi>α</mi></msub></mrow>");
    EXPECT_EQ(mathml_symbol(StepSymbol("v").low("r").high_word("1")),
              "<mrow><msubsup><mi>v</mi><mi>r</mi><mi>1</mi></msubsup></mrow>");
    EXPECT_EQ(mathml_symbol(StepSymbol("a").high_word("ball_2^")),
              "<mrow><msup><mi>a</mi><mtext>ball_2^</mtext></msup></mrow>");
    EXPECT_THAT(mathml_symbol(StepSymbol("∇").low_name("theta") + " g"), HasSubstr("<mi>θ</mi>"));
    EXPECT_EQ(mathml_comment("a--b"), "<!-- a-b -->\n");
}

}  // namespace
}  // namespace rattleback
