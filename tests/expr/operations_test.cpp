#include "expr/operations.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "expr/functions.hpp"

namespace rattleback {

bool operator==(const Operations& a, const Operations& b) {
    return a.additions == b.additions && a.multiplications == b.multiplications &&
           a.divisions == b.divisions && a.calls == b.calls;
}

void PrintTo(const Operations& n, std::ostream* out) {
    *out << n.additions << " additions, " << n.multiplications << " multiplications, "
         << n.divisions << " divisions, " << n.calls << " calls";
}

namespace {

const Expr a = symbol("a"), b = symbol("b"), c = symbol("c"), d = symbol("d"), x = symbol("x"),
           y = symbol("y");

Operations count(const std::vector<Expr>& expressions) { return count_operations(expressions); }

Operations operations(std::size_t additions, std::size_t multiplications, std::size_t divisions = 0,
                      std::size_t calls = 0) {
    return {additions, multiplications, divisions, calls};
}

TEST(CountOperations, OfInputsAndConstantsIsNothing) {
    EXPECT_EQ(count({}), operations(0, 0));
    EXPECT_EQ(count({x}), operations(0, 0));
    EXPECT_EQ(count({Expr(7), pi(), ratio(1, 3), x}), operations(0, 0));
}

TEST(CountOperations, OfSums) {
    EXPECT_EQ(count({x + y}), operations(1, 0));
    EXPECT_EQ(count({a + b + c + d}), operations(3, 0));
    EXPECT_EQ(count({x - y}), operations(1, 0));
    EXPECT_EQ(count({y - x}), operations(1, 0));
    EXPECT_EQ(count({1 - x}), operations(1, 0));
    EXPECT_EQ(count({x + 1}), operations(1, 0));
    EXPECT_EQ(count({x - 1}), operations(1, 0));
    EXPECT_EQ(count({c - a - b}), operations(2, 0));
    EXPECT_EQ(count({-x}), operations(1, 0));      // a change of sign
    EXPECT_EQ(count({-x - y}), operations(2, 0));  // x + y and a change of sign
}

TEST(CountOperations, OfCoefficients) {
    EXPECT_EQ(count({2 * x}), operations(0, 1));
    EXPECT_EQ(count({-2 * x}), operations(0, 1));
    EXPECT_EQ(count({x / 2}), operations(0, 1));
    EXPECT_EQ(count({2 * x + 3 * y}), operations(1, 2));
    EXPECT_EQ(count({2 * x - 3 * y + 1}), operations(2, 2));
    EXPECT_EQ(count({2 * (x + y)}), operations(1, 1));
    EXPECT_EQ(count({pi() * x}), operations(0, 1));
}

TEST(CountOperations, OfProductsAndPowers) {
    EXPECT_EQ(count({x * y}), operations(0, 1));
    EXPECT_EQ(count({a * b * c * d}), operations(0, 3));
    EXPECT_EQ(count({pow(x, 2)}), operations(0, 1));
    EXPECT_EQ(count({pow(x, 3)}), operations(0, 2));
    EXPECT_EQ(count({pow(x, 4)}), operations(0, 2));   // x², (x²)²
    EXPECT_EQ(count({pow(x, 7)}), operations(0, 4));   // x², x³, x⁴, x⁷
    EXPECT_EQ(count({pow(x, 16)}), operations(0, 4));  // four squarings
    EXPECT_EQ(count({pow(x, 2) * y}), operations(0, 2));
}

TEST(CountOperations, OfQuotients) {
    EXPECT_EQ(count({1 / x}), operations(0, 0, 1));
    EXPECT_EQ(count({x / y}), operations(0, 0, 1));
    EXPECT_EQ(count({pow(x, -3)}), operations(0, 2, 1));
    EXPECT_EQ(count({a / (b * c)}), operations(0, 1, 1));  // one division by b·c
    EXPECT_EQ(count({a * b / (c * d * d)}), operations(0, 3, 1));
    EXPECT_EQ(count({1 / (x + y)}), operations(1, 0, 1));
}

TEST(CountOperations, OfCalls) {
    const Expr arguments[] = {x, y};
    EXPECT_EQ(count({sin(x)}), operations(0, 0, 0, 1));
    EXPECT_EQ(count({sin(x) * cos(x)}), operations(0, 1, 0, 2));
    EXPECT_EQ(count({atan2(x, y)}), operations(0, 0, 0, 1));
    EXPECT_EQ(count({pow(x, y)}), operations(0, 0, 0, 1));
    EXPECT_EQ(count({pow(x, ratio(1, 3))}), operations(0, 0, 0, 1));
    EXPECT_EQ(count({unspecified("A", arguments)}), operations(0, 0, 0, 1));
    EXPECT_EQ(count({sin(cos(x + y))}), operations(1, 0, 0, 2));
}

TEST(CountOperations, CountsSharedNodesOnce) {
    EXPECT_EQ(count({sin(x), sin(x)}), operations(0, 0, 0, 1));
    EXPECT_EQ(count({sin(x) + y, sin(x) * y}), operations(1, 1, 0, 1));
    EXPECT_EQ(count({pow(sin(x + y), 2), cos(x + y)}), operations(1, 1, 0, 2));
    EXPECT_EQ(count({2 * x + a, 2 * x + b}), operations(2, 1));
    EXPECT_EQ(count({2 * x + a, b - 2 * x}), operations(2, 1));
    EXPECT_EQ(count({pow(x, 2), pow(x, 3), pow(x, 6)}),
              operations(0, 4));  // x², x³, and x⁶ = x²·x⁴
}

TEST(CountOperations, SharesSignsOfWholeSums) {
    EXPECT_EQ(count({a - b, b - a}), operations(2, 0));
    EXPECT_EQ(count({a - b + c - d, -a + b - c + d}), operations(4, 0));
    EXPECT_EQ(count({a + b, -a - b}), operations(2, 0));
}

TEST(CountOperations, SharesRunsOfFactors) {
    EXPECT_EQ(count({a * b, a * b * c}), operations(0, 2));
    EXPECT_EQ(count({a * b * c, a * b * d}), operations(0, 3));
    EXPECT_EQ(count({a * a * b * cos(x) * cos(y), a * a * b * cos(x) * sin(y)}),
              operations(0, 5, 0, 3));
    EXPECT_EQ(count({a * b / c, a * b / d}), operations(0, 1, 2));
}

// Sums of the first n of many terms, and of the last n: each longer one takes one addition more.
TEST(CountOperations, SharesRunsOfTerms) {
    std::vector<Expr> from_first, to_last;
    std::vector<Expr> terms;
    for (int i = 0; i < 10; ++i) terms.push_back(symbol("t" + std::to_string(i)));
    for (std::size_t n = 3; n <= terms.size(); ++n) {
        SumBuilder first, last;
        for (std::size_t i = 0; i < n; ++i) {
            first.add(terms[i]);
            last.add(terms[terms.size() - 1 - i]);
        }
        from_first.push_back(first.build());
        to_last.push_back(last.build());
    }
    EXPECT_EQ(count(from_first), operations(terms.size() - 1, 0));
    EXPECT_EQ(count(to_last), operations(terms.size() - 1, 0));
}

TEST(CountOperations, CostsTheGraphAndNotTheTree) {
    Expr e = x;
    for (int i = 0; i < 200; ++i) e = e * sin(e) + y;
    EXPECT_EQ(count({e}), operations(200, 200, 0, 200));
    EXPECT_EQ(count({e}).total(), 600U);
}

}  // namespace
}  // namespace rattleback
