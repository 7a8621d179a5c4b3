#include "writing/broken_latex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "expr/parse.hpp"

namespace rattleback {
namespace {

double width(std::string_view formula) { return latex_text(parse(formula)).width; }

std::string broken(std::string_view formula, double room) {
    return broken_latex(parse(formula), 0, room);
}

// The formula again, in one row.
std::string joined(std::string text) {
    const std::string row = " \\\\\n  &\\qquad {}";
    for (auto at = text.find(row); at != std::string::npos; at = text.find(row))
        text.erase(at, row.size());
    return text;
}

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1))
        ++found;
    return found;
}

TEST(LatexText, CountsWhatIsSeen) {
    EXPECT_EQ(width("a*b*c"), 3);
    EXPECT_EQ(width("x'"), 1);
    EXPECT_LT(width("x1"), 2);
    EXPECT_DOUBLE_EQ(width("a*b*c*d/x"), 4.5);
    EXPECT_GT(width("a + b"), 3);
}

// Breaks lie before the signs of sums, and the widths before them add up.
TEST(LatexText, KnowsWhereItMayBeBroken) {
    const LatexText text = latex_text(parse("a + b*(c - d) + f/(g + h)"));
    ASSERT_EQ(text.breaks.size(), 3U);
    double before = 0;
    for (const LatexText::Break& place : text.breaks) {
        const std::string_view rest = std::string_view(text.text).substr(place.at);
        EXPECT_TRUE(rest.starts_with(" + ") || rest.starts_with(" - ")) << rest;
        EXPECT_GT(place.width, before);
        before = place.width;
    }
    EXPECT_LT(before, text.width);
    EXPECT_EQ(std::ranges::count(text.breaks, 0, &LatexText::Break::depth), 2);
    EXPECT_EQ(std::ranges::count(text.breaks, 1, &LatexText::Break::depth), 1);
}

TEST(BrokenLatex, LeavesShortFormulas) { EXPECT_EQ(broken("a + b", 20), "a + b"); }

TEST(BrokenLatex, BreaksBeforeSigns) {
    EXPECT_EQ(broken("a*b*c*d + f*g*h*k - l*n*p*q", 14),
              "a b c d + f g h k \\\\\n  &\\qquad {} - l n p q");
}

TEST(BrokenLatex, LosesNothing) {
    const Expr sum =
        parse("(a + b)/c + d*(k + 1/f) - sin(x + y)^2 + g*h - k12 + abs(x - 1/y)*sqrt(x + y)");
    const std::string whole = to_latex(sum);
    for (double room = 1; room < 80; ++room) {
        const std::string text = joined(broken_latex(sum, 0, room));
        if (room >= 20) {
            EXPECT_EQ(text, whole);
        }
        EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}'));
        EXPECT_EQ(std::ranges::count(text, '('), std::ranges::count(text, ')'));
    }
}

TEST(BrokenLatex, TakesLongFractionsApart) {
    EXPECT_EQ(broken("(a*b*c*n*p*q + u*v*x^2*y^2*z^2 + u*w*x^3*y^3*z^3)/d", 16),
              "\\frac{1}{d} \\bigl(a b c n p q \\\\\n  &\\qquad {} + u v x^{2} y^{2} z^{2} \\\\\n"
              "  &\\qquad {} + u w x^{3} y^{3} z^{3}\\bigr)");
}

TEST(BrokenLatex, BreaksInsideNestedBracketsAndRoots) {
    const std::string text = broken(
        "a*sqrt(b*c*d*(f*g*h*(k1*k2*k3*k4*k5 + l1*l2*l3*l4*l5) + n1*n2*n3*n4*n5) - p1*p2*p3*p4*p5)",
        20);
    EXPECT_NE(text.find("\\bigr)^{1/2}"), std::string::npos);
    EXPECT_GE(count(text, "\\\\\n"), 3U) << text;
}

// \left and \right must be in one row.
TEST(BrokenLatex, KeepsGrowingBracketsInOneRow) {
    for (const char* const formula : {"a*(1/b + c1*c2*c3*c4*c5*(d + 1/k) + f1*f2*f3*f4*f5)",
                                      "a*abs(1/b + c1*c2*c3*c4*c5 + d1*d2*d3*d4*d5 - 1/k)"})
        for (const double room : {8.0, 16.0, 24.0}) {
            std::istringstream rows(broken(formula, room));
            for (std::string row; std::getline(rows, row);)
                EXPECT_EQ(count(row, "\\left"), count(row, "\\right")) << formula;
        }
}

}  // namespace
}  // namespace rattleback
