#include "pictures/plot_wishes.hpp"

#include <gtest/gtest.h>

#include "expr/as_written.hpp"
#include "expr/parse.hpp"

namespace rattleback {
namespace {

std::string common(const std::vector<const char*>& formulas) {
    std::vector<WishedCurve> curves;
    for (const char* formula : formulas) curves.push_back({as_written(formula), parse(formula)});
    return common_label(curves);
}

TEST(CommonLabel, OfNumberedNames) {
    EXPECT_EQ(common({"x1", "x2"}), "x");
    EXPECT_EQ(common({"x1'", "x2'"}), "x\u0307");
    EXPECT_EQ(common({"theta1", "theta2", "theta3"}), "θ");
    EXPECT_EQ(common({"R_x1", "R_x2"}), "R_x");
    EXPECT_EQ(common({"x1 + y1", "x2 + y2"}), "x + y");
}

TEST(CommonLabel, OfNamesThatDifferOtherwise) {
    EXPECT_EQ(common({"x", "y"}), "x, y");
    EXPECT_EQ(common({"x1", "y1"}), "x₁, y₁");
    EXPECT_EQ(common({"x1", "x2'"}), "x₁, x\u0307₂");
    EXPECT_EQ(common({"x_A", "x_B"}), "x_A, x_B");
}

// A number in a formula is no number of a name.
TEST(CommonLabel, OfNumbers) {
    EXPECT_EQ(common({"2*x", "3*x"}), "2x, 3x");
    EXPECT_EQ(common({"x^2", "x^3"}), "x², x³");
}

TEST(CommonLabel, OfOneCurveIsItsOwn) { EXPECT_EQ(common({"x1"}), "x₁"); }

}  // namespace
}  // namespace rattleback
