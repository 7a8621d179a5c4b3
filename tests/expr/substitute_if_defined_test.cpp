#include "expr/substitute_if_defined.hpp"

#include <gtest/gtest.h>

#include "expr/functions.hpp"

namespace rattleback {
namespace {

TEST(SubstituteIfDefined, HasNothingWhereAPartHasNoValue) {
    const Expr x = symbol("x"), y = symbol("y");
    const Replacement zero{x, 0};
    EXPECT_EQ(substitute_if_defined(y + cos(x), {&zero, 1}), y + 1);
    EXPECT_EQ(substitute_if_defined(y * exp(1 / x), {&zero, 1}), std::nullopt);
    EXPECT_EQ(substitute_if_defined(y + 1 / (y * log(x)), {&zero, 1}), std::nullopt);
}

}  // namespace
}  // namespace rattleback
