#include "geometry/quadric.hpp"

#include <gtest/gtest.h>

namespace rattleback {
namespace {

// Constraint 0 beside the others, at (x, y, z, w) = (0.3, −0.4, 0.5, 0.7).
bool is_one(const std::vector<std::string>& equations) {
    std::vector<ConstraintDescription> constraints;
    for (const std::string& e : equations) constraints.push_back({.equation = e});
    return is_evidently_one_quadric(
        build({.coordinates = {"x", "y", "z", "w"},
               .lagrangian = "(x'^2 + y'^2 + z'^2 + w'^2)/2",
               .constraints = constraints,
               .initial = {{"x", "0.3"}, {"y", "-0.4"}, {"z", "0.5"}, {"w", "0.7"}}}),
        0);
}

TEST(Quadric, ThatIsNoProduct) {
    EXPECT_TRUE(is_one({"x'*y' = z'*w'"}));
    EXPECT_TRUE(is_one({"x'*y' = z'*w'", "w' = sin(x)*y' + x*z' + 1"}));
    EXPECT_TRUE(is_one({"x'*y' = 7/16"}));
    EXPECT_TRUE(is_one({"10^12*x'^2 = y'^2 + 10^(-12)*z'^2"}));
}

TEST(Quadric, ThatMayBeOne) {
    EXPECT_FALSE(is_one({"x'*y' = z'*w'", "x' = sin(y)*z'"}));
    EXPECT_FALSE(is_one({"x'*y' = z'*w'", "x = sin(z)"}));
    EXPECT_FALSE(is_one({"x'*y' = 0"}));
    EXPECT_FALSE(is_one({"(x' - y*z')*(w' + 1) = 0"}));
}

// Several equations written as one, none, and nothing new.
TEST(Quadric, OfOneSign) {
    EXPECT_FALSE(is_one({"x'^2 + y'^2 + z'^2 = 0"}));
    EXPECT_FALSE(is_one({"x'^2 + y'^2 + z'^2 = w'^2", "w' = 0"}));
    EXPECT_FALSE(is_one({"x'^2 + y'^2 + 1 = 0"}));
    EXPECT_FALSE(is_one({"x'*y' = z'*w'", "x' = z'", "y' = w'"}));
}

TEST(Quadric, OnlyOfDegreeTwo) {
    EXPECT_FALSE(is_one({"x'^3 + y' = z'*w'"}));
    EXPECT_FALSE(is_one({"x' = sqrt(1 + y'^2 + z'^2)"}));
}

}  // namespace
}  // namespace rattleback
