#include "writing/wrapped_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "writing/equations_latex.hpp"

namespace rattleback {
namespace {

std::string without_spaces(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

TEST(WrappedLine, LeavesShortLines) {
    EXPECT_EQ(wrapped_line("  x' = a + b", 6, 20), "  x' = a + b");
    EXPECT_EQ(wrapped_line("1234567890", 6, 10), "1234567890");
}

TEST(WrappedLine, BreaksOutsideBracketsFirst) {
    EXPECT_EQ(wrapped_line("x = aa*(bb + cc) + dd*(ee + ff)", 4, 24),
              "x = aa*(bb + cc)\n    + dd*(ee + ff)");
}

TEST(WrappedLine, BreaksAtTheEqualsSignOfALongLeftSide) {
    EXPECT_EQ(wrapped_line("aaaa*xx + bbbb*yy = cccc + dd", 4, 24),
              "aaaa*xx + bbbb*yy\n    = cccc + dd");
}

TEST(WrappedLine, BreaksProductsWhereThereIsNoSum) {
    EXPECT_EQ(wrapped_line("x = aaaaaa*bbbbbb*cccccc*dddddd", 4, 20),
              "x = aaaaaa*bbbbbb\n    *cccccc*dddddd");
}

TEST(WrappedLine, KeepsNamesWhole) {
    const std::string name(50, 'a');
    EXPECT_EQ(wrapped_line(name + " + b", 4, 20), name + "\n    + b");
    EXPECT_EQ(wrapped_line(name, 4, 20), name);
}

TEST(WrappedLine, LosesNothingAtAnyWidth) {
    const std::string line =
        "  x'' = (m1*k*(x1 - x2)*x1'^4 - sin(2*phi)/3,  y)/((m1 + m2)*(x1'^2 + y1'^2)) - 1";
    for (std::size_t width = 1; width < 90; ++width) {
        const std::string text = wrapped_line(line, 4, width);
        EXPECT_EQ(without_spaces(text), without_spaces(line));
        std::istringstream lines(text);
        for (std::string one; width >= 30 && std::getline(lines, one);)
            EXPECT_LE(one.size(), width) << text;
    }
}

TEST(LatexSymbol, TranslatesTheSignsOfTheSteps) {
    EXPECT_EQ(latex_symbol("ψ"), "\\psi ");
    EXPECT_EQ(latex_symbol("ψ_α"), "\\psi _{\\alpha }");
    EXPECT_EQ(latex_symbol("Z̄ as printed (17)"), "\\bar{Z}\\text{ as printed (17)}");
    EXPECT_EQ(latex_symbol("G⁻¹"), "G^{-1}");
    EXPECT_EQ(latex_symbol("N Nᵀ"), "N N^{T}");
    EXPECT_EQ(latex_symbol("v_r^1"), "v_{r}^{1}");
    EXPECT_EQ(latex_symbol("C_(ν)i"), "C_{(\\nu )i}");
    EXPECT_EQ(latex_symbol("F*_r"), "F^{*}_{r}");
    EXPECT_EQ(latex_symbol("A a + β"), "A a + \\beta ");
}

}  // namespace
}  // namespace rattleback
