#include "exact/one_fraction.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

TEST(OneFraction, HasOneBarAndTheSameValue) {
    for (const char* given : {"1 - a/(a - b*f)", "r^2/m + 1/(m*(r^2 + 1))", "f/(k*(1/n - f/m))",
                              "-f/(k*(1/n - f/m))", "1/x + 1/y", "a/(1 + b/c) - d"}) {
        const Expr e = parse(given), one = one_fraction(e);
        EXPECT_EQ(std::ranges::count(to_text(one), '/'), 1) << to_text(one);
        EXPECT_TRUE(are_equal(e, one).proved_zero()) << given;
    }
    EXPECT_EQ(to_text(one_fraction(parse("1 - a/(a - b*f)"))), "-b*f/(a - b*f)");
    EXPECT_EQ(one_fraction(parse("a + b")), parse("a + b"));
}

// What it cannot write so stays as short as it is.
TEST(OneFraction, LeavesWhatItCannotWrite) {
    const Expr e = parse("1 - a/(a - b)");
    EXPECT_EQ(one_fraction(e, {.limits = {.terms = 1, .work = 1}}),
              simplify(e, {.limits = {.terms = 1, .work = 1}}));
}

}  // namespace
}  // namespace rattleback
