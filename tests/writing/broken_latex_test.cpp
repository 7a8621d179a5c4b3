#include "writing/broken_latex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace rattleback {
namespace {

// The formula again, in one row.
std::string joined(std::string text) {
    const std::string row = " \\\\\n  &\\qquad {}";
    for (auto at = text.find(row); at != std::string::npos; at = text.find(row))
        text.erase(at, row.size());
    return text;
}

TEST(LatexWidth, CountsWhatIsSeen) {
    EXPECT_EQ(latex_width("abc"), 3);
    EXPECT_EQ(latex_width("\\dot{x}"), 1);
    EXPECT_LT(latex_width("x_{1}"), 2);
    EXPECT_DOUBLE_EQ(latex_width("\\frac{abcd}{x}"), 4.5);
    EXPECT_GT(latex_width("a + b"), 3);
}

TEST(BrokenLatex, LeavesShortFormulas) { EXPECT_EQ(broken_latex("a + b", 0, 20), "a + b"); }

TEST(BrokenLatex, BreaksBeforeSigns) {
    EXPECT_EQ(broken_latex("aaaa + bbbb - cccc", 0, 14), "aaaa + bbbb \\\\\n  &\\qquad {} - cccc");
}

TEST(BrokenLatex, LosesNothing) {
    const std::string sum =
        "\\frac{a + b}{c} + d \\left(e + \\frac{1}{f}\\right) - \\sin^{2}(x + y) + g h - k_{12}";
    for (double width = 1; width < 60; ++width) {
        std::string text = joined(broken_latex(sum, 0, width));
        // Brackets that may span rows are fixed; a fraction may stand before its numerator.
        if (width >= 16) {
            EXPECT_EQ(text.find("\\left"), text.find("\\left(e"));
            EXPECT_EQ(text, sum);
        }
        EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}'));
        EXPECT_EQ(std::ranges::count(text, '('), std::ranges::count(text, ')'));
    }
}

TEST(BrokenLatex, TakesLongFractionsApart) {
    EXPECT_EQ(broken_latex("\\frac{aaaaaa + bbbbbb + cccccc}{d}", 0, 16),
              "\\frac{1}{d} \\bigl(aaaaaa \\\\\n  &\\qquad {} + bbbbbb \\\\\n  &\\qquad {} + "
              "cccccc\\bigr)");
}

TEST(BrokenLatex, BreaksInsideNestedBracketsAndRoots) {
    const std::string text =
        broken_latex("a \\sqrt{bbb (ccc (dddddddd + eeeeeeee) + ffffffff) - gggggggg}", 0, 20);
    std::istringstream rows(text);
    for (std::string row; std::getline(rows, row);)
        EXPECT_LE(latex_width(row.substr(0, row.rfind(" \\\\"))), 24) << row;
    EXPECT_NE(text.find("\\bigr)^{1/2}"), std::string::npos);
}

// \left and \right must be in one row.
TEST(BrokenLatex, KeepsGrowingBracketsInOneRow) {
    const std::string text = broken_latex(
        "a \\left(\\frac{1}{b} + cccccccc \\left(d + \\frac{1}{e}\\right) + ffffffff\\right)", 0,
        16);
    std::istringstream rows(text);
    for (std::string row; std::getline(rows, row);) {
        std::size_t left = 0, right = 0;
        for (auto at = row.find("\\left"); at != std::string::npos; at = row.find("\\left", at + 1))
            ++left;
        for (auto at = row.find("\\right"); at != std::string::npos;
             at = row.find("\\right", at + 1))
            ++right;
        EXPECT_EQ(left, right) << text;
    }
}

}  // namespace
}  // namespace rattleback
