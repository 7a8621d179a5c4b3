#include "exact/unit_circles.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"

namespace rattleback::testing {
namespace {

TEST(UnitCircles, AreOneInsideSums) {
    const auto expect = [](const char* from, const char* to) {
        EXPECT_EQ(to_text(with_unit_circles(parse(from))), to_text(parse(to))) << from;
        EXPECT_TRUE(are_equal(with_unit_circles(parse(from)), parse(from)).proved_zero()) << from;
    };
    expect("a*(2*cos(t)^2 + 2*sin(t)^2 + (x + y)^2)", "a*(2 + (x + y)^2)");
    expect("m*x*cos(t)^2*y + m*x*sin(t)^2*y + z", "m*x*y + z");
    expect("sin(t)^3*x + sin(t)*cos(t)^2*x", "sin(t)*x");
    expect("cos(t)^2 + sin(t)^2 - 1 + sin(u)^2*c + cos(u)^2*c", "c");
    expect("exp(cos(x*y)^2 + sin(x*y)^2)*x'", "exp(1)*x'");
}

TEST(UnitCircles, AreLeftWhereTheirFactorsDiffer) {
    for (const char* text : {"2*cos(t)^2 + 3*sin(t)^2", "x*cos(t)^2 + y*sin(t)^2",
                             "cos(t)^2 + sin(u)^2", "cos(t)^2 - sin(t)^2", "sin(t)^2*cos(t)^2"})
        EXPECT_EQ(with_unit_circles(parse(text)), parse(text));
}

}  // namespace
}  // namespace rattleback::testing
