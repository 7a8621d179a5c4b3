// Rules of differentiation that must hold exactly, as the same node, and what derivatives cost.
#include "expr/derivative.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

const Expr x = symbol("x"), y = symbol("y"), z = symbol("z"), v = symbol("x", 1),
           w = symbol("y", 1);

Expr applied(std::string_view name, std::vector<Expr> args,
             std::vector<std::int32_t> partials = {}) {
    return unspecified(name, args, partials);
}

TEST(Derivative, OfArithmetic) {
    EXPECT_EQ(derivative(Expr(5), x), Expr(0));
    EXPECT_EQ(derivative(pi(), x), Expr(0));
    EXPECT_EQ(derivative(x, x), Expr(1));
    EXPECT_EQ(derivative(y, x), Expr(0));
    EXPECT_EQ(derivative(3 * x - y + 7, x), Expr(3));
    EXPECT_EQ(derivative(x * y * z, y), x * z);
    EXPECT_EQ(derivative(pow(x, 5), x), 5 * pow(x, 4));
    EXPECT_EQ(derivative(1 / x, x), -1 / pow(x, 2));
    EXPECT_EQ(derivative(pow(x + y, 3), x), 3 * pow(x + y, 2));
    EXPECT_EQ(derivative(2 * (x + y), x), Expr(2));
    EXPECT_EQ(derivative(pow(x, ratio(1, 3)), x), pow(x, ratio(-2, 3)) / 3);
    EXPECT_EQ(derivative(pow(Expr(2), x), x), pow(Expr(2), x) * log(Expr(2)));
    EXPECT_EQ(derivative(pow(x, y), x), y * pow(x, y - 1));
    EXPECT_EQ(derivative(pow(x, y), y), pow(x, y) * log(x));
}

TEST(Derivative, OfFunctions) {
    EXPECT_EQ(derivative(sin(x), x), cos(x));
    EXPECT_EQ(derivative(cos(x * y), x), -y * sin(x * y));
    EXPECT_EQ(derivative(exp(-x * x), x), -2 * x * exp(-x * x));
    EXPECT_EQ(derivative(log(x), x), 1 / x);
    EXPECT_EQ(derivative(sqrt(x), x), 1 / (2 * sqrt(x)));
    EXPECT_EQ(derivative(atan(x), x), 1 / (1 + x * x));
    EXPECT_EQ(derivative(abs(x), x), x / abs(x));
    EXPECT_EQ(derivative(sin(y), x), Expr(0));
    EXPECT_EQ(derivative(sin(Expr(1)) * x, x), sin(Expr(1)));
}

TEST(Derivative, TakesSymbolsWithDifferentPrimesAsIndependent) {
    EXPECT_EQ(derivative(v, x), Expr(0));
    EXPECT_EQ(derivative(x * v * v, v), 2 * x * v);
    EXPECT_EQ(derivative(x * v * v, x), v * v);
}

TEST(Derivative, OfUnspecifiedFunctionsIsTheChainRule) {
    EXPECT_EQ(derivative(applied("f", {x}), x), applied("f", {x}, {1}));
    EXPECT_EQ(derivative(applied("f", {x * x}), x), 2 * x * applied("f", {x * x}, {1}));
    EXPECT_EQ(derivative(applied("A", {x, y}), z), Expr(0));
    EXPECT_EQ(
        derivative(applied("A", {sin(x), x * y}), x),
        cos(x) * applied("A", {sin(x), x * y}, {1, 0}) + y * applied("A", {sin(x), x * y}, {0, 1}));
    EXPECT_EQ(derivative(applied("A", {x, x}), x),
              applied("A", {x, x}, {1, 0}) + applied("A", {x, x}, {0, 1}));
    EXPECT_EQ(derivative(applied("f", {}), x), Expr(0));
}

TEST(Derivative, OfUnspecifiedFunctionsCommutes) {
    const Expr a = applied("A", {x, y});
    EXPECT_EQ(derivative(derivative(a, x), y), applied("A", {x, y}, {1, 1}));
    EXPECT_EQ(derivative(derivative(a, x), y), derivative(derivative(a, y), x));
    EXPECT_EQ(derivative(derivative(derivative(a, x), y), x),
              derivative(derivative(derivative(a, y), x), x));
}

TEST(Derivative, ByAnUnspecifiedFunctionHoldsItsArgumentsFixed) {
    const Expr f = applied("f", {x});
    EXPECT_EQ(derivative(f * f * x, f), 2 * x * f);
}

TEST(Derivative, IsLinear) {
    testing::RandomExpression random(61, {.depth = 3, .powers = false});
    for (int i = 0; i < 500; ++i) {
        // Of different functions, so that canonical form keeps the two terms apart.
        const Expr f = sin(random.next() + ratio(5, 77)), g = cos(random.next() + ratio(1, 77));
        ASSERT_EQ(derivative(3 * f + g, x), 3 * derivative(f, x) + derivative(g, x))
            << to_text(f) << ", " << to_text(g);
    }
}

TEST(Derivative, RefusesWhatHasNone) {
    EXPECT_THROW(derivative(pow(Expr(-2), x), x), NumericalError);  // log(-2) is not real
}

TEST(DerivativeAlong, IsTheTotalDerivativeByTime) {
    const Replacement by_time[] = {{x, v}, {y, w}, {v, symbol("x", 2)}};
    EXPECT_EQ(derivative_along(x * y, by_time), v * y + x * w);
    EXPECT_EQ(derivative_along(v * v / 2, by_time), v * symbol("x", 2));
    EXPECT_EQ(derivative_along(z, by_time), Expr(0));
    EXPECT_EQ(derivative_along(applied("A", {x, y}), by_time),
              v * applied("A", {x, y}, {1, 0}) + w * applied("A", {x, y}, {0, 1}));
    const Replacement swap[] = {{x, y}, {y, -x}};
    EXPECT_EQ(derivative_along(x * x + y * y, swap), Expr(0)) << "a rotation keeps the distance";
    EXPECT_EQ(derivative_along(x, {}), Expr(0));
}

TEST(Jacobian, HasTheDerivativesAsEntries) {
    testing::RandomExpression random(62, {.depth = 4});
    const ExprVector symbols = {x, symbol("phi"), v, symbol("absent")};
    for (int i = 0; i < 300; ++i) {
        const ExprVector f = {random.next(), random.next(), x};
        try {
            const ExprMatrix entries = jacobian(f, symbols);
            for (std::size_t j = 0; j < symbols.size(); ++j) {
                ASSERT_EQ(derivative(f, symbols[j]).size(), f.size());
                for (std::size_t r = 0; r < f.size(); ++r)
                    ASSERT_EQ(entries[r][j], derivative(f[r], symbols[j]));
            }
        } catch (const NumericalError&) {  // a draw without derivative, like (-2)^x
        }
    }
}

TEST(Gradient, OfSmallExpressions) {
    const ExprVector symbols = {x, y, z};
    EXPECT_EQ(gradient(x * x * y + 3 * y, symbols), (ExprVector{2 * x * y, x * x + 3, Expr(0)}));
    EXPECT_EQ(gradient(x, symbols), (ExprVector{Expr(1), Expr(0), Expr(0)}));
    EXPECT_EQ(gradient(Expr(4), symbols), (ExprVector{Expr(0), Expr(0), Expr(0)}));
    const ExprVector repeated = {x, x};
    EXPECT_EQ(gradient(sin(x), repeated), (ExprVector{cos(x), cos(x)}));
    EXPECT_EQ(gradient(sin(x), {}), ExprVector());
}

TEST(Hessian, IsSymmetricEntryByEntry) {
    testing::RandomExpression random(63, {.depth = 4, .names = {"x", "y"}});
    const ExprVector symbols = {x, y, v, w};
    for (int i = 0; i < 200; ++i) {
        try {
            const ExprMatrix second = hessian(random.next(), symbols);
            for (std::size_t r = 0; r < symbols.size(); ++r)
                for (std::size_t c = 0; c < symbols.size(); ++c)
                    ASSERT_EQ(second[r][c], second[c][r]);
        } catch (const NumericalError&) {  // a draw without derivative, like (-2)^x
        }
    }
    const ExprVector plane = {x, y};
    EXPECT_EQ(hessian(x * x * y, plane), (ExprMatrix{{2 * y, 2 * x}, {2 * x, Expr(0)}}));
}

// eₖ₊₁ = eₖ·sin(eₖ) + (one of the symbols): its tree has more than 2^levels nodes.
Expr deeply_shared(int levels, std::span<const Expr> symbols) {
    Expr e = symbols[0];
    for (int k = 0; k < levels; ++k)
        e = e * sin(e) + symbols[static_cast<std::size_t>(k) % symbols.size()];
    return e;
}

ExprVector many_symbols(int n) {
    ExprVector symbols;
    for (int i = 0; i < n; ++i) symbols.push_back(symbol("q" + std::to_string(i)));
    return symbols;
}

TEST(DerivativeCost, IsThatOfTheGraph) {
    const ExprVector q = many_symbols(8);
    const auto sizes = [&](int levels) {
        const ExprVector derivatives = jacobian({{deeply_shared(levels, q)}}, q)[0];
        return graph_size(derivatives);
    };
    EXPECT_GT(tree_size(deeply_shared(200, q)), std::pow(2.0, 200));
    // Per level: the sine, the cosine, the product and the sum, shared by all; then two products
    // and a sum for each symbol.
    EXPECT_LE(sizes(200), 200U * (4 + 3 * q.size()) + q.size());
    EXPECT_EQ(sizes(300) - sizes(200), sizes(200) - sizes(100)) << "linear in the levels";
    EXPECT_LE(graph_size(ExprVector{derivative(deeply_shared(200, q), q[0])}), 200U * 7 + q.size());
}

TEST(DerivativeCost, OfAGradientDoesNotDependOnTheNumberOfSymbols) {
    for (const int n : {2, 8, 32}) {
        const ExprVector q = many_symbols(n);
        const Expr e = deeply_shared(64, q);
        const ExprVector all = gradient(e, q);
        EXPECT_LE(graph_size(all), 3 * graph_size({&e, 1})) << n << " symbols";
    }
}

TEST(DerivativeCost, OfRepeatedDerivativesStaysModerate) {
    const ExprVector q = many_symbols(4);
    const Expr e = deeply_shared(60, q);
    const ExprMatrix second = hessian(e, q);
    ExprVector all;
    for (const ExprVector& row : second) all.insert(all.end(), row.begin(), row.end());
    EXPECT_LE(graph_size(all), 60 * graph_size({&e, 1}));
}

}  // namespace
}  // namespace rattleback
