#include "expr/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "expr/functions.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

const Expr x = symbol("x"), y = symbol("y"), z = symbol("z"), v = symbol("x", 1);

std::size_t size_of(const Expr& e) { return graph_size({&e, 1}); }

// Distinct nodes by plain recursion.
void collect(const Expr& e, std::set<Expr>& found) {
    found.insert(e);
    for (const Expr& child : e.args()) collect(child, found);
}

double tree_by_recursion(const Expr& e) {
    double size = 1;
    for (const Expr& child : e.args()) size += tree_by_recursion(child);
    return size;
}

TEST(Graph, ListsEveryNodeOnceChildrenBeforeParents) {
    testing::RandomExpression random(51);
    for (int i = 0; i < 1000; ++i) {
        const Expr roots[] = {random.next(), random.next(), random.next()};
        const Graph graph(roots);
        std::set<Expr> expected, listed;
        for (const Expr& root : roots) collect(root, expected);
        for (std::size_t k = 0; k < graph.size(); ++k) listed.insert(graph.node(k));
        ASSERT_EQ(listed, expected);
        ASSERT_EQ(graph.size(), expected.size());
        for (std::size_t k = 0; k < graph.size(); ++k) {
            const auto args = graph.node(k).args();
            ASSERT_EQ(graph.children(k).size(), args.size());
            for (std::size_t c = 0; c < args.size(); ++c) {
                ASSERT_LT(graph.children(k)[c], k);
                ASSERT_EQ(graph.node(graph.children(k)[c]), args[c]);
            }
        }
        ASSERT_EQ(graph.roots().size(), std::size(roots));
        for (std::size_t r = 0; r < std::size(roots); ++r)
            ASSERT_EQ(graph.node(graph.roots()[r]), roots[r]);
        ASSERT_EQ(graph_size(roots), expected.size());
        ASSERT_EQ(tree_size(roots[0]), tree_by_recursion(roots[0]));
    }
}

TEST(Graph, OfNothingIsEmpty) {
    const Graph graph{std::span<const Expr>()};
    EXPECT_EQ(graph.size(), 0U);
    EXPECT_TRUE(graph.roots().empty());
    EXPECT_EQ(graph_size({}), 0U);
}

TEST(Graph, RootsMayRepeatAndContainOneAnother) {
    const Expr roots[] = {sin(x), x, sin(x)};
    const Graph graph(roots);
    EXPECT_EQ(graph.size(), 2U);
    EXPECT_EQ(graph.roots()[0], graph.roots()[2]);
    EXPECT_EQ(graph.node(graph.roots()[1]), x);
}

TEST(Graph, SizesOfSmallExpressions) {
    EXPECT_EQ(size_of(x), 1U);
    EXPECT_EQ(size_of(2 * x + 3), 2U);  // coefficients and constants are no nodes of their own
    EXPECT_EQ(size_of(x * x * y), 3U);
    EXPECT_EQ(size_of(pow(x, y)), 3U);
    EXPECT_EQ(size_of(sin(x) + cos(x)), 4U);
    EXPECT_EQ(tree_size(sin(x) + cos(x)), 5);
}

TEST(Graph, GrowsByLevelsWhereTheTreeDoubles) {
    Expr e = x;
    for (int level = 1; level <= 200; ++level) {
        e = sin(e) * cos(e);
        ASSERT_EQ(size_of(e), 1U + 3U * static_cast<std::size_t>(level));
    }
    EXPECT_GT(tree_size(e), std::pow(2.0, 200));
    EXPECT_LT(tree_size(e), std::pow(2.0, 203));
    EXPECT_EQ(e.height(), 400U);
}

TEST(SymbolsOf, AreSortedAndDistinct) {
    const Expr e = z + v * x + sin(x + y) + symbol("x10") + symbol("x2") + symbol("a", 2);
    EXPECT_EQ(symbols_of(e),
              (std::vector<Expr>{x, symbol("x2"), symbol("x10"), y, z, v, symbol("a", 2)}));
    EXPECT_EQ(symbols_of(pi() + 2), std::vector<Expr>());
    const Expr both[] = {x + y, y + z};
    EXPECT_EQ(symbols_of(both), (std::vector<Expr>{x, y, z}));
    EXPECT_EQ(symbols_of(unspecified("A", both)), (std::vector<Expr>{x, y, z}));
    testing::RandomExpression random(52);
    for (int i = 0; i < 500; ++i) {
        const Expr drawn = random.next();
        std::set<Expr> all;
        collect(drawn, all);
        std::vector<Expr> expected;
        std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
                     [](const Expr& n) { return n.is_symbol(); });
        ASSERT_EQ(symbols_of(drawn), expected);
    }
}

TEST(DependsOn, KnowsPartsThatAreNodes) {
    const Expr e = sin(x * y) + z;
    for (const Expr& part : {e, sin(x * y), x * y, x, y, z}) EXPECT_TRUE(depends_on(e, part));
    for (const Expr& other : {v, x + y, sin(x), cos(x * y), Expr(1), pi()})
        EXPECT_FALSE(depends_on(e, other));
}

TEST(Height, IsTheLongestPath) {
    EXPECT_EQ(x.height(), 0U);
    EXPECT_EQ(Expr(5).height(), 0U);
    EXPECT_EQ((2 * x).height(), 1U);
    EXPECT_EQ((x + sin(x * y)).height(), 3U);
}

}  // namespace
}  // namespace rattleback
