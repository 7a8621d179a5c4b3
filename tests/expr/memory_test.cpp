// Nodes are freed with the last expression that uses them, however deep the graph.
#include <gtest/gtest.h>

#include <cmath>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/operations.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

class Memory : public ::testing::Test {
protected:
    // π and small integers live for ever once they were used.
    Memory() : x(symbol("x")), y(symbol("y")), for_ever_{pi(), Expr(0)}, baseline_(live_nodes()) {}
    ~Memory() override { EXPECT_EQ(live_nodes(), baseline_) << "nodes were left behind, or lost"; }

    std::size_t made() const { return live_nodes() - baseline_; }

    const Expr x, y;

private:
    const Expr for_ever_[2];
    const std::size_t baseline_;
};

TEST_F(Memory, HoldsWhatIsUsedAndNoMore) {
    {
        const Expr e = sin(x) + cos(y);
        EXPECT_EQ(made(), 3U);
        const Expr same = cos(y) + sin(x);
        EXPECT_EQ(made(), 3U) << "an expression that exists is not made again";
        const Expr part = e.args()[0];
        EXPECT_EQ(made(), 3U);
    }
    EXPECT_EQ(made(), 0U);
    Expr part;
    {
        const Expr e = exp(sin(x));
        EXPECT_EQ(made(), 2U);
        part = e.args()[0];
    }
    EXPECT_EQ(made(), 1U) << "a part outlives the whole";
    EXPECT_EQ(part, sin(x));
}

TEST_F(Memory, CopiesMovesAndAssignmentsCountRight) {
    Expr a = sin(x), b = cos(x);
    EXPECT_EQ(made(), 2U);
    Expr copy = a;
    a = b;
    EXPECT_EQ(made(), 2U) << "sin(x) is still held by the copy";
    copy = std::move(b);
    b = Expr();
    EXPECT_EQ(made(), 1U);
    const Expr& alias = a;
    a = alias;
    EXPECT_EQ(a, cos(x));
    EXPECT_EQ(copy, a);
    std::vector<Expr> many(100, a);
    many.erase(many.begin(), many.begin() + 50);
    many.insert(many.begin(), tan(x));
    EXPECT_EQ(made(), 2U);
}

TEST_F(Memory, ReturnsAfterHeavyUse) {
    testing::RandomExpression random(81,
                                     {.names = {"x", "y"}, .largest_order = 1, .floating = true});
    const Replacement swap[] = {{x, y}, {y, x + 1}};
    for (int i = 0; i < 400; ++i) {
        const Expr e = random.next();
        try {
            const ExprVector symbols = symbols_of(e);
            const ExprVector first = gradient(e, symbols);
            const Expr second = derivative_along(substitute(e, swap), swap);
            EXPECT_GT(count_operations(first).total() + graph_size({&second, 1}), 0U);
        } catch (const NumericalError&) {  // some draws have no derivative
        }
    }
}

TEST_F(Memory, ReturnsAfterErrors) {
    for (int i = 0; i < 100; ++i) {
        EXPECT_THROW(sin(x + i) / (x - x), NumericalError);
        EXPECT_THROW(pow(cos(x + i), largest_integer_exponent) * pow(cos(x + i), 2),
                     NumericalError);
        EXPECT_THROW(log((x + i) / (x + i) - 1), NumericalError);
        EXPECT_THROW(evaluate(sin(x + i) + y, {{x, 1}}), NumericalError);
        EXPECT_THROW(substitute(1 / (sin(x) + i), std::vector<Replacement>{{sin(x), Expr(-i)}}),
                     NumericalError);
    }
}

TEST_F(Memory, HoldsNumbersOfAnySize) {
    {
        const Expr e = power(Number(7), 100) * x + Number::ratio(1, 3) * power(Number(3), -90);
        const Expr same = e + power(Number(7), 100) - power(Number(7), 100);
        EXPECT_EQ(e, same);
        EXPECT_EQ(made(), 1U) << "coefficients are no nodes";
        const Expr number = power(Number(7), 100);
        EXPECT_EQ(made(), 2U);
    }
    EXPECT_EQ(made(), 0U);
}

// Deep enough that anything recursive would run out of stack.
constexpr std::uint32_t deep = 150'000;

Expr chain(Expr e) {
    for (std::uint32_t i = 0; i < deep; ++i) e = sin(e);
    return e;
}

TEST_F(Memory, DeepChainsAreMadeFoundComparedAndFreed) {
    const Expr a = chain(x), b = chain(y);
    EXPECT_EQ(a.height(), deep);
    EXPECT_EQ(made(), 2 * deep);
    EXPECT_EQ(chain(x), a) << "all nodes are found again";
    EXPECT_EQ(made(), 2 * deep);
    EXPECT_NE(a.hash(), b.hash());
    EXPECT_LT(a, b);
    EXPECT_GT(b + 1, a + 1);
}

TEST_F(Memory, DeepFractionsAreMadeAndFreed) {
    Expr e = x;
    for (std::uint32_t i = 0; i < deep / 2; ++i) e = 1 / (1 + e);
    EXPECT_EQ(e.height(), deep);
    EXPECT_NEAR(evaluate(e, {{x, 1}}), (std::sqrt(5.0) - 1) / 2, 1e-14);
    Expr other = e * y;
    e = Expr();
    other = Expr();
    EXPECT_EQ(made(), 0U);
}

TEST_F(Memory, DeepGraphsPassThroughEveryVerb) {
    constexpr std::uint32_t levels = deep / 5;
    Expr e = x;
    for (std::uint32_t i = 0; i < levels; ++i) e = sin(e) + x;
    const Expr slope = derivative(e, x);
    EXPECT_LE(graph_size({&slope, 1}), 5U * levels);
    const Expr moved = substitute(e, std::vector<Replacement>{{x, y}});
    EXPECT_NE(moved, e);
    EXPECT_EQ(substitute(moved, std::vector<Replacement>{{y, x}}), e);
    EXPECT_TRUE(depends_on(e, x));
    EXPECT_FALSE(depends_on(moved, x));
    EXPECT_EQ(count_operations({&e, 1}).total(), 2 * levels);

    // Both by the recurrence, in the same order of operations.
    double value = 0.5, derived = 1;
    for (std::uint32_t i = 0; i < levels; ++i) {
        derived = std::cos(value) * derived + 1;
        value = std::sin(value) + 0.5;
    }
    EXPECT_NEAR(evaluate(e, {{x, 0.5}}), value, 1e-12);
    EXPECT_NEAR(evaluate(slope, {{x, 0.5}}), derived, 1e-12);
}

}  // namespace
}  // namespace rattleback
