// Constraints that restrict nothing in a whole region are told from those that do, in any units and
// however they are written.

#include "geometry/one_sided.hpp"

#include <gmock/gmock.h>

namespace rattleback {
namespace {

std::string region(const std::string& equation, const std::string& a = "2") {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .parameters = {{"a", a}, {"b", "-3"}},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                 .constraints = {{.name = "c", .equation = equation}}});
    const auto found = region_without_restriction(system, system.constraints[0]);
    return found ? to_text(*found) : "";
}

TEST(OneSided, InequalitiesInDisguise) {
    EXPECT_EQ(region("max(0, x') = 0"), "wherever x' < 0");
    EXPECT_EQ(region("min(0, x' - 1) = 0"), "wherever x' > 1");
    EXPECT_EQ(region("abs(x') = x'"), "wherever x' > 0");
    EXPECT_EQ(region("max(0, x) = 0"), "wherever x < 0");
    EXPECT_EQ(region("sign(x') = 1"), "wherever x' > 0");
    EXPECT_EQ(region("sqrt((x' - 1)^2) = x' - 1"), "wherever x' > 1");
    EXPECT_EQ(region("sqrt(x'^2 - 2*x' + 1) = x' - 1"), "wherever x' > 1");
    EXPECT_EQ(region("max(0, x')^2 = 0"), "wherever x' < 0");
    EXPECT_EQ(region("((x' + abs(x'))/2)^(3/2) = 0"), "wherever x' < 0");
    EXPECT_EQ(region("max(0, x)*(x' - y') = 0"), "wherever x < 0");
    EXPECT_EQ(region("abs(a + x'^2) = a + x'^2"), "everywhere");
    EXPECT_EQ(region("max(0, x)*(x'' - 1) = 0"), "wherever x < 0");
}

TEST(OneSided, OfSeveral) {
    EXPECT_EQ(region("max(0, x') + max(0, y') = 0"), "wherever x' < 0 and y' < 0");
    EXPECT_EQ(region("max(0, x') = max(0, y')"), "wherever x' < 0 and y' < 0");
    EXPECT_EQ(region("min(max(x', 0), y'^2 + 1) = 0"), "wherever x' < 0");
    EXPECT_EQ(region("abs(abs(x') - x') = 0"), "wherever x' > 0");
    EXPECT_EQ(region("sign(x')*y' + abs(y') = 0").substr(0, 8), "wherever");
}

// A bounded region is found however narrow and far away it is.
TEST(OneSided, BetweenTwoValues) {
    EXPECT_EQ(region("abs(x' - 1) + abs(x' - 2) = 1"), "wherever x' < 2 and x' > 1");
    EXPECT_EQ(region("abs(x' - 100000) + abs(x' - 100001) = 1"),
              "wherever x' < 100001 and x' > 100000");
    EXPECT_EQ(region("abs(x' - 10^-20) + abs(x' - 2*10^-20) + abs(y' - 10^20) + abs(y' - 2*10^20)"
                     " = 10^-20 + 10^20")
                  .substr(0, 8),
              "wherever");
}

// With the numbers of the model.
TEST(OneSided, ByNumbers) {
    EXPECT_EQ(region("abs(x') = (a - 1)*x'", "2"), "wherever x' > 0");
    EXPECT_EQ(region("abs(x') = (a - 1)*x'", "3"), "");
    EXPECT_EQ(region("abs(x') = (a - 1)*x'", "0"), "wherever x' < 0");
}

TEST(OneSided, EquationsWithKinks) {
    for (const char* text :
         {"abs(x') = 0", "abs(x') + abs(y') = 0", "min(x', y') = 0", "x' = abs(y')",
          "sqrt(x'^2 + y'^2) = z'", "y' = x'*max(0, sin(x))", "abs(x') = abs(y')", "sign(x') = 0",
          "x' + 2*abs(x') = y'", "abs(x' - 1) + abs(x' - 2) = 3", "x' = y'", "abs(x)*x' = y'",
          "sqrt(x'^2)*x' = 0", "x'' = max(0, x)"})
        EXPECT_EQ(region(text), "") << text;
}

}  // namespace
}  // namespace rattleback
