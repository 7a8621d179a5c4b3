// Rebuilding an expression: each node once, children first.
#include "expr/rebuild.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/parse.hpp"

namespace rattleback {
namespace {

TEST(Rebuilt, IsTheSameWhereNothingIsReplaced) {
    const ExprVector all{parse("x^2*sin(y) + atan2(y, x)"), parse("sqrt(x + pi)/(2 - y^z)")};
    EXPECT_EQ(rebuilt(all, with_children), all);
}

TEST(Rebuilt, MeetsEachNodeOnceAfterItsChildren) {
    const Expr shared = parse("sin(x) + y"), e = exp(shared) * cos(shared);
    ExprVector met;
    rebuilt(e, [&](const Expr& node, std::span<const Expr> args) {
        for (const Expr& arg : args) EXPECT_NE(std::ranges::find(met, arg), met.end());
        EXPECT_EQ(std::ranges::find(met, node), met.end());
        met.push_back(node);
        return with_children(node, args);
    });
    EXPECT_EQ(met.size(), graph_size({&e, 1}));
    EXPECT_EQ(met.back(), e);
}

TEST(Rebuilt, GivesRulesWhatWasMadeOfTheChildren) {
    const auto doubled_sines = [](const Expr& node, std::span<const Expr> args) {
        const Expr now = with_children(node, args);
        return is_call(now, FunctionId::Sin) ? 2 * now : now;
    };
    EXPECT_EQ(rebuilt(parse("sin(sin(x)) + x"), doubled_sines), parse("2*sin(2*sin(x)) + x"));
}

}  // namespace
}  // namespace rattleback
