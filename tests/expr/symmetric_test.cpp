#include "expr/symmetric.hpp"

#include <gtest/gtest.h>

#include "expr/operations.hpp"

namespace rattleback {
namespace {

TEST(WriteAlikeOnBothSides, TakesTheShorterOfTwo) {
    const Expr x = symbol("x"), y = symbol("y");
    const Expr shorter = x * (x + y), longer = pow(x, 2) + x * y;
    ASSERT_NE(shorter, longer);
    for (const bool above : {true, false}) {
        ExprMatrix matrix{{1, above ? shorter : longer}, {above ? longer : shorter, y}};
        write_alike_on_both_sides(matrix);
        EXPECT_EQ(matrix, (ExprMatrix{{1, shorter}, {shorter, y}}));
    }
}

}  // namespace
}  // namespace rattleback
