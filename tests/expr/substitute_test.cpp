#include "expr/substitute.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "support/oracle_value.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

const Expr x = symbol("x"), y = symbol("y"), z = symbol("z"), v = symbol("x", 1);

Expr replaced(const Expr& e, std::vector<Replacement> replacements) {
    return substitute(e, replacements);
}

TEST(Substitute, ReplacesSymbolsEverywhere) {
    EXPECT_EQ(replaced(x + sin(x * y), {{x, z}}), z + sin(z * y));
    EXPECT_EQ(replaced(pow(x, x) / x, {{x, y + 1}}), pow(y + 1, y + 1) / (y + 1));
    EXPECT_EQ(replaced(x, {{x, y}}), y);
    EXPECT_EQ(replaced(y, {{x, z}}), y);
    EXPECT_EQ(replaced(Expr(3), {{x, z}}), Expr(3));
    EXPECT_EQ(replaced(x + y, {}), x + y);
}

TEST(Substitute, HappensAtOnce) {
    EXPECT_EQ(replaced(x - 2 * y, {{x, y}, {y, x}}), y - 2 * x);
    EXPECT_EQ(replaced(x / y + sin(z), {{x, y}, {y, z}, {z, x}}), y / z + sin(x));
    EXPECT_EQ(replaced(x * x, {{x, x + 1}}), pow(x + 1, 2))
        << "what is put in is not looked at again";
}

TEST(Substitute, LeavesOtherNumbersOfPrimesAlone) {
    EXPECT_EQ(replaced(x + v + symbol("x", 2), {{x, y}}), y + v + symbol("x", 2));
    EXPECT_EQ(replaced(x + v, {{v, 2 * y}}), x + 2 * y);
    EXPECT_EQ(replaced(x + v, {{x, v}, {v, symbol("x", 2)}}), v + symbol("x", 2));
}

TEST(Substitute, GoesIntoUnspecifiedFunctions) {
    const Expr xy[] = {x, y}, zy[] = {z * z, y};
    const std::int32_t partials[] = {1, 2};
    EXPECT_EQ(replaced(unspecified("A", xy, partials), {{x, z * z}}),
              unspecified("A", zy, partials));
    EXPECT_EQ(replaced(unspecified("A", xy) - x, {{unspecified("A", xy), x}}), Expr(0))
        << "and may replace them";
    EXPECT_EQ(replaced(unspecified("A", xy, partials), {{unspecified("A", xy), x}}),
              unspecified("A", xy, partials));
}

TEST(Substitute, FindsPartsThatAreNodes) {
    EXPECT_EQ(replaced(pow(sin(x), 2) + pow(cos(x), 2), {{sin(x), y}, {cos(x), z}}), y * y + z * z);
    EXPECT_EQ(replaced(exp(x + y) + 1, {{x + y, z}}), exp(z) + 1);
    EXPECT_EQ(replaced(x + y + z, {{x + y, Expr(0)}}), x + y + z)
        << "x + y is no node of x + y + z";
    EXPECT_EQ(replaced(sin(sin(x)), {{x, z}, {sin(x), y}}), sin(y))
        << "the larger part is replaced whole";
}

TEST(Substitute, GivesCanonicalForm) {
    EXPECT_EQ(replaced(x - y, {{x, y}}), Expr(0));
    EXPECT_EQ(replaced(sin(x), {{x, pi() / 6}}), ratio(1, 2));
    EXPECT_EQ(replaced(cos(x - y), {{x, y}, {y, x}}), cos(x - y));
    EXPECT_EQ(replaced(pow(x, y), {{y, ratio(3, 2)}}), x * sqrt(x));
    EXPECT_EQ(replaced(2 * (x + y), {{x, Expr(1)}, {y, Expr(2)}}), Expr(6));
    EXPECT_EQ(replaced(2 * x + z, {{x, x + y}}), 2 * (x + y) + z);
    EXPECT_THROW(replaced(1 / x, {{x, Expr(0)}}), NumericalError);
}

TEST(Substitute, TreatsManyExpressionsAtOnce) {
    const Expr both[] = {x + y, x * y};
    const Replacement by[] = {{x, z}};
    EXPECT_EQ(substitute(both, by), (ExprVector{z + y, z * y}));
    EXPECT_EQ(substitute(std::span<const Expr>(), by), ExprVector());
}

// Children put back give the node itself, for every kind of node.
TEST(WithChildren, OfItsOwnChildrenIsTheNode) {
    testing::RandomExpression random(41, {.floating = true});
    for (int i = 0; i < 2000; ++i) {
        const Expr e = random.next();
        const Graph graph(e);
        for (std::size_t k = 0; k < graph.size(); ++k)
            ASSERT_EQ(with_children(graph.node(k), graph.node(k).args()), graph.node(k))
                << to_text(graph.node(k));
    }
}

// f(g(x)) in two ways: put g in and evaluate, or evaluate g and then f there.
TEST(Substitute, IsCompositionOfFunctions) {
    testing::RandomOptions options{
        .depth = 4, .names = {"x", "y"}, .largest_order = 1, .big_numbers = false};
    testing::RandomExpression random(42, options);
    options.depth = 2;
    testing::RandomExpression random_inner(43, options);
    const ExprVector names = {x, y, symbol("x", 1), symbol("y", 1)};
    int compared = 0;
    for (int i = 0; i < 3000; ++i) {
        const Expr f = random.next();
        std::vector<Replacement> by;
        std::unordered_map<Expr, long double> at, inner_at;
        for (const Expr& name : names)
            at[name] = 0.75L + 0.125L * static_cast<long double>(at.size());
        testing::OracleValue<long double> outer(at);
        for (const Expr& name : names) {
            by.emplace_back(name, random_inner.next());
            inner_at[name] = outer(by.back().second);
        }
        testing::OracleValue<long double> inner(inner_at);
        const auto expected = static_cast<double>(inner(f));
        try {
            const auto found = static_cast<double>(outer(substitute(f, by)));
            if (std::isnan(expected) || !inner.moderate(1e5) || !outer.moderate(1e5)) continue;
            ASSERT_NEAR(found, expected, 1e-8 * (1 + std::fabs(expected))) << to_text(f);
            ++compared;
        } catch (const NumericalError& error) {
            const bool refused = std::string(error.what()).starts_with("the exponent");
            ASSERT_TRUE(refused || !std::isfinite(expected) || !inner.moderate(1e5))
                << to_text(f) << ": " << error.what();
        }
    }
    EXPECT_GT(compared, 700);
}

// The tree of the result has 2^200 nodes, its graph a few hundred.
TEST(Substitute, CostsTheGraphAndNotTheTree) {
    Expr e = x;
    for (int i = 0; i < 200; ++i) e = e * sin(e) + y;
    const Expr moved = replaced(e, {{x, z}});
    EXPECT_EQ(graph_size({&moved, 1}), graph_size({&e, 1}));
    EXPECT_EQ(replaced(moved, {{z, x}}), e);
}

}  // namespace
}  // namespace rattleback
