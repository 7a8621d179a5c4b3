#include "writing/wrapped_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/print_unicode.hpp"
#include "writing/equations_latex.hpp"

namespace rattleback {
namespace {

std::string without_spaces(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

// left = right, as equations are written.
LineText line_of(std::string_view left, std::string_view right) {
    LineText line;
    line += text_line(parse(left));
    line.may_break_before_equals();
    line += " = ";
    line += text_line(parse(right));
    return line;
}

TEST(LineText, IsWhatIsPrinted) {
    for (const char* const formula :
         {"a + b*(c - d)/f", "atan2(x, y - 1)^2", "-x'*sin(phi)", "f[1,0](x, y)"}) {
        const Expr e = parse(formula, {.any_function = true});
        EXPECT_EQ(text_line(e).text(), to_text(e));
        EXPECT_EQ(unicode_line(e).text(), to_unicode(e));
    }
}

// By their depth in brackets, and factors after terms.
TEST(LineText, BreaksCostMoreInsideBrackets) {
    const LineText line = text_line(parse("a + b*(c - d)"));
    std::map<std::string, int> costs;
    for (const auto& [at, cost] : line.breaks()) costs[line.text().substr(at, 3)] = cost;
    EXPECT_EQ(costs, (std::map<std::string, int>{{" + ", 0}, {"*(c", 1}, {" - ", 2}}));
    LineText inside;
    inside.open('[');
    inside += line;
    EXPECT_EQ(inside.breaks().front().cost, 2);
    EXPECT_EQ(inside.breaks().front().at, line.breaks().front().at + 1);
}

TEST(WrappedLine, LeavesShortLines) {
    EXPECT_EQ(wrapped_line(line_of("x'", "a + b"), 6, 20), "x' = a + b");
    EXPECT_EQ(wrapped_line(text_line(1234567890), 6, 10), "1234567890");
}

TEST(WrappedLine, BreaksOutsideBracketsFirst) {
    EXPECT_EQ(wrapped_line(line_of("x", "aa*(bb + cc) + dd*(ee + ff)"), 4, 24),
              "x = aa*(bb + cc)\n    + dd*(ee + ff)");
}

TEST(WrappedLine, BreaksAtTheEqualsSignOfALongLeftSide) {
    EXPECT_EQ(wrapped_line(line_of("aaaa*xx + bbbb*yy", "cccc + dd"), 4, 24),
              "aaaa*xx + bbbb*yy\n    = cccc + dd");
}

TEST(WrappedLine, BreaksProductsWhereThereIsNoSum) {
    EXPECT_EQ(wrapped_line(line_of("x", "aaaaaa*bbbbbb*cccccc*dddddd"), 4, 20),
              "x = aaaaaa*bbbbbb\n    *cccccc*dddddd");
}

TEST(WrappedLine, KeepsNamesWhole) {
    const std::string name(50, 'a');
    EXPECT_EQ(wrapped_line(text_line(parse(name + " + b")), 4, 20), name + "\n    + b");
    EXPECT_EQ(wrapped_line(text_line(parse(name)), 4, 20), name);
}

TEST(WrappedLine, LosesNothingAtAnyWidth) {
    const LineText line =
        line_of("x''", "(m1*k*(x1 - x2)*x1'^4 - sin(2*phi)/3)/((m1 + m2)*(x1'^2 + y1'^2)) - 1");
    for (std::size_t width = 1; width < 90; ++width) {
        const std::string text = wrapped_line(line, 4, width);
        EXPECT_EQ(without_spaces(text), without_spaces(line.text()));
        std::istringstream lines(text);
        for (std::string one; width >= 30 && std::getline(lines, one);)
            EXPECT_LE(one.size(), width) << text;
    }
}

TEST(LatexSymbol, TranslatesTheSignsOfTheSteps) {
    EXPECT_EQ(latex_symbol("ψ"), "\\psi ");
    EXPECT_EQ(latex_symbol(StepSymbol("ψ").low("α")), "\\psi _{\\alpha }");
    EXPECT_EQ(latex_symbol(StepSymbol("Z̄").remarked("as printed (17)")),
              "\\bar{Z}\\text{ as printed (17)}");
    EXPECT_EQ(latex_symbol("(12) − L̂"), "(12) - \\hat{L}");
    EXPECT_EQ(latex_symbol("G⁻¹"), "G^{-1}");
    EXPECT_EQ(latex_symbol("N Nᵀ"), "N N^{T}");
    EXPECT_EQ(latex_symbol(StepSymbol("v").low("r").high_word("1")), "v_{r}^{1}");
    EXPECT_EQ(latex_symbol(StepSymbol("C").low("(ν)i")), "C_{(\\nu )i}");
    EXPECT_EQ(latex_symbol(StepSymbol("F*").low("r")), "F^{*}_{r}");
    EXPECT_EQ(latex_symbol(StepSymbol("Γ").high_name("theta").low("(ks)")),
              "\\Gamma ^{\\theta}_{(ks)}");
    EXPECT_EQ(latex_symbol(StepSymbol("a").high_word("ball_2")), "a^{\\text{ball\\_2}}");
    EXPECT_EQ(latex_symbol("A a + β"), "A a + \\beta ");
}

}  // namespace
}  // namespace rattleback
