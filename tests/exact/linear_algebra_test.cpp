// Linear algebra, against an elimination in floating point at a random point that shares no code
// with it. Determinants of rotations and a dense symbolic system are in identities_test.cpp.
#include "exact/linear_algebra.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "exact/is_zero.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

constexpr int cases = testing::sanitized ? 50 : 300;

using Table = std::vector<std::vector<double>>;

ExprMatrix matrix(std::initializer_list<std::initializer_list<const char*>> rows) {
    ExprMatrix result;
    for (const auto& row : rows) {
        result.emplace_back();
        for (const char* text : row) result.back().push_back(parse(text, {.any_function = true}));
    }
    return result;
}

Values some_point(const ExprMatrix& a, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Values values;
    for (const auto& row : a)
        for (const Expr& s : symbols_of(row))
            values.try_emplace(s, 0.3 + static_cast<double>(random() % 1'000) / 700);
    return values;
}

Table value_of(const ExprMatrix& a, const Values& values) {
    Table result;
    for (const auto& row : a) result.push_back(evaluate(row, values));
    return result;
}

// Elimination with full pivoting; what is below 1e-9 of the largest entry counts as zero.
std::size_t numeric_rank(Table m) {
    double largest = 0;
    for (const auto& row : m)
        for (const double entry : row) largest = std::max(largest, std::abs(entry));
    std::size_t rank = 0;
    while (rank < m.size() && rank < m[0].size()) {
        std::size_t p = rank, q = rank;
        for (std::size_t i = rank; i < m.size(); ++i)
            for (std::size_t j = rank; j < m[0].size(); ++j)
                if (std::abs(m[i][j]) > std::abs(m[p][q])) p = i, q = j;
        if (std::abs(m[p][q]) <= 1e-9 * largest) break;
        std::swap(m[p], m[rank]);
        for (auto& row : m) std::swap(row[q], row[rank]);
        for (std::size_t i = rank + 1; i < m.size(); ++i) {
            const double factor = m[i][rank] / m[rank][rank];
            for (std::size_t j = rank; j < m[0].size(); ++j) m[i][j] -= factor * m[rank][j];
        }
        ++rank;
    }
    return rank;
}

double numeric_determinant(Table m) {
    double result = 1;
    for (std::size_t k = 0; k < m.size(); ++k) {
        std::size_t p = k;
        for (std::size_t i = k; i < m.size(); ++i)
            if (std::abs(m[i][k]) > std::abs(m[p][k])) p = i;
        if (p != k) result = -result;
        std::swap(m[p], m[k]);
        result *= m[k][k];
        for (std::size_t i = k + 1; i < m.size() && m[k][k] != 0; ++i) {
            const double factor = m[i][k] / m[k][k];
            for (std::size_t j = k; j < m.size(); ++j) m[i][j] -= factor * m[k][j];
        }
    }
    return result;
}

bool vanishes(const Expr& e) { return is_zero(e).proved_zero(); }

class RandomMatrix {
public:
    explicit RandomMatrix(std::uint64_t seed) : random_(seed) {}

    ExprMatrix next(std::size_t rows, std::size_t columns) {
        ExprMatrix a(rows, ExprVector(columns));
        for (auto& row : a)
            for (Expr& e : row) e = entry();
        // Rows that depend on the others, sometimes only because sin² + cos² = 1.
        const Expr s = sin(symbol("u")), c = cos(symbol("u"));
        for (std::size_t i = 1; i < rows; ++i) {
            const auto kind = random_() % 6;
            for (std::size_t j = 0; j < columns; ++j) {
                if (kind == 0) a[i][j] = 0;
                if (kind == 1) a[i][j] = a[i - 1][j] * entry_of_row_;
                if (kind == 2)
                    a[i][j] = a[i - 1][j] * s * s + a[0][j] * c + a[i - 1][j] * pow(c, 2);
            }
        }
        return a;
    }

private:
    Expr entry() {
        const Expr entries[] = {0,
                                0,
                                1,
                                -2,
                                ratio(1, 3),
                                symbol("x"),
                                symbol("y"),
                                symbol("m"),
                                sin(symbol("u")),
                                cos(symbol("u")),
                                symbol("x") + symbol("y"),
                                sin(symbol("u") + symbol("v")),
                                cos(symbol("v")) / symbol("m"),
                                exp(symbol("x"))};
        return entries[random_() % std::size(entries)];
    }

    std::mt19937_64 random_;
    const Expr entry_of_row_ = 1 / (1 + pow(symbol("m"), 2));
};

TEST(LinearAlgebra, RankAndKernelAgreeWithNumbersAtARandomPoint) {
    for (int i = 0; i < cases; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        RandomMatrix random(seed);
        const std::size_t rows = 1 + seed % 4, columns = 1 + seed / 4 % 4;
        const ExprMatrix a = random.next(rows, columns);
        const std::size_t expected = numeric_rank(value_of(a, some_point(a, seed)));
        EXPECT_EQ(rank(a), expected) << i;
        EXPECT_EQ(rank(transposed(a)), expected) << i;
        const auto independent = independent_rows(a);
        EXPECT_EQ(independent.size(), expected) << i;
        ExprMatrix chosen;
        for (const std::size_t k : independent) chosen.push_back(a[k]);
        EXPECT_EQ(numeric_rank(value_of(chosen, some_point(a, seed))), expected) << i;
        const ExprMatrix basis = kernel(a);
        EXPECT_EQ(basis.size(), columns - expected) << i;
        for (const ExprVector& v : basis)
            for (const ExprVector& row : a) EXPECT_TRUE(vanishes(dot(row, v))) << i;
        EXPECT_EQ(numeric_rank(value_of(basis, some_point(a, seed))), basis.size()) << i;
    }
}

TEST(LinearAlgebra, DeterminantAndSolutionAgreeWithNumbersAtARandomPoint) {
    for (int i = 0; i < cases; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        RandomMatrix random(seed + 10'000);
        const std::size_t n = 1 + seed % 3;
        const ExprMatrix a = random.next(n, n);
        const Values point = some_point(a, seed);
        const Expr d = determinant(a);
        const double expected = numeric_determinant(value_of(a, point));
        Values all = point;
        for (const Expr& s : symbols_of(d)) EXPECT_TRUE(all.contains(s));
        EXPECT_NEAR(evaluate(d, all), expected, 1e-8 * (1 + std::abs(expected))) << i;
        ExprVector b;
        for (std::size_t k = 0; k < n; ++k) b.push_back(symbol("b" + std::to_string(k)));
        const auto x = solve(a, b);
        ASSERT_EQ(x.has_value(), !vanishes(d)) << i;
        for (std::size_t k = 0; x && k < n; ++k) EXPECT_TRUE(vanishes(dot(a[k], *x) - b[k])) << i;
    }
}

TEST(LinearAlgebra, MinorsAreTheDeterminantsOfTheirColumns) {
    for (int i = 0; i < cases / 3; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        RandomMatrix random(seed + 20'000);
        const ExprMatrix a = random.next(2, 4);
        const Table values = value_of(a, some_point(a, seed));
        const ExprVector found = minors(a);
        ASSERT_EQ(found.size(), 6U);
        std::size_t next = 0;
        for (std::size_t j = 0; j < 4; ++j)
            for (std::size_t k = j + 1; k < 4; ++k, ++next) {
                const double expected = values[0][j] * values[1][k] - values[0][k] * values[1][j];
                EXPECT_NEAR(evaluate(found[next], some_point(a, seed)), expected,
                            1e-8 * (1 + std::abs(expected)))
                    << i;
            }
    }
}

TEST(LinearAlgebra, SeesThatTheRankDropsByPythagoras) {
    EXPECT_EQ(rank(matrix({{"sin(x)^2", "-1"}, {"cos(x)^2 - 1", "1"}})), 1U);
    EXPECT_EQ(rank(matrix({{"cos(x)", "sin(x)"}, {"-sin(x)", "cos(x)"}})), 2U);
    EXPECT_EQ(
        rank(matrix({{"cos(x)", "sin(x)", "1"}, {"cos(x)*sin(y)", "sin(x)*sin(y)", "sin(y)"}})),
        1U);
    EXPECT_EQ(determinant(matrix({{"sin(x)^2", "-1"}, {"cos(x)^2 - 1", "1"}})), Expr(0));
    EXPECT_EQ(rank(matrix({{"sqrt(x)*sqrt(x)", "A(x)"}, {"x", "A(x)"}})), 1U);
    EXPECT_EQ(rank(matrix({{"A(x)", "A(y)"}, {"B(x)", "B(y)"}})), 2U);
    EXPECT_EQ(rank(matrix({{"A(x + y)", "A(y + x)"}, {"B(x)", "B(x)"}})), 1U);
}

TEST(LinearAlgebra, KernelVectorsHaveNoDenominatorsAndNoCommonFactor) {
    const ExprMatrix basis = kernel(matrix({{"1/x", "1/y", "0"}}));
    ASSERT_EQ(basis.size(), 2U);
    EXPECT_EQ(to_text(basis[0][0]) + ", " + to_text(basis[0][1]) + ", " + to_text(basis[0][2]),
              "-x, y, 0");
    EXPECT_EQ(basis[1], (ExprVector{0, 0, 1}));
    // The knife edge: velocities along the edge, and the turn.
    const ExprMatrix sleigh = kernel(matrix({{"sin(phi)", "-cos(phi)", "0"}}));
    ASSERT_EQ(sleigh.size(), 2U);
    EXPECT_EQ(sleigh[0], (ExprVector{cos(symbol("phi")), sin(symbol("phi")), 0}));
}

TEST(LinearAlgebra, TreatsEmptyAndZeroMatrices) {
    EXPECT_EQ(rank({}), 0U);
    EXPECT_TRUE(kernel({}).empty());
    EXPECT_EQ(determinant({}), Expr(1));
    EXPECT_EQ(solve({}, {}), ExprVector{});
    EXPECT_EQ(rank({{}, {}}), 0U);
    EXPECT_EQ(rank({{0, 0, 0}, {0, 0, 0}}), 0U);
    EXPECT_EQ(kernel({{0, 0, 0}}).size(), 3U);
    EXPECT_EQ(determinant({{0}}), Expr(0));
    EXPECT_TRUE(independent_rows({{0, 0}, {0, 0}}).empty());
    EXPECT_EQ(independent_rows({{0, 0}, {0, 1}, {0, 2}, {1, 0}}), (std::vector<std::size_t>{1, 3}));
    EXPECT_TRUE(transposed({}).empty());
    EXPECT_EQ(transposed({{1, 2, 3}}), (ExprMatrix{{1}, {2}, {3}}));
}

TEST(LinearAlgebra, HasNoSolutionForASingularMatrix) {
    EXPECT_FALSE(solve(matrix({{"1", "2"}, {"2", "4"}}), {1, 2}).has_value());
    EXPECT_FALSE(solve(matrix({{"sin(x)^2 + cos(x)^2 - 1"}}), {1}).has_value());
    EXPECT_FALSE(
        solve(matrix({{"x", "y"}, {"x*z", "y*z"}}), {symbol("a"), symbol("b")}).has_value());
}

TEST(LinearAlgebra, RefusesAPivotThatItCannotDecide) {
    EXPECT_THROW(rank(matrix({{"log(x*y) - log(x) - log(y)"}})), NumericalError);
    EXPECT_THROW(determinant(matrix({{"sqrt(x)*sqrt(y) - sqrt(x*y)", "0"}, {"0", "1"}})),
                 NumericalError);
    EXPECT_THROW(rank(matrix({{"(x + y + z + 1)^200"}})), TooLarge);
}

// Expanded, these powers have millions of terms; evaluated, they are numbers.
TEST(LinearAlgebra, FindsIndependentRowsOfFormulasThatAreTooLargeToExpand) {
    const Expr f = parse("(x + sin(y) + z + 1)^40"), g = parse("(x*y - exp(z) + 3)^50");
    const ExprMatrix two = matrix({{"(x + y + z + 1)^60", "cos(x)", "z", "1"},
                                   {"x*y", "(2 + x*z - sin(y))^60", "exp(y)", "x"}});
    const auto combined = [&](const Expr& also) {
        ExprVector row;
        for (std::size_t k = 0; k < 4; ++k) row.push_back(f * two[0][k] + g * two[1][k]);
        row[3] += also;
        return row;
    };
    const std::vector<std::size_t> first_two{0, 1}, all{0, 1, 2};
    EXPECT_THROW(rank({two[0], two[1], combined(0)}), TooLarge);
    EXPECT_EQ(independent_rows({two[0], two[1], combined(0)}), first_two);
    EXPECT_EQ(independent_rows({two[0], two[1], combined(1)}), all);
    ExprVector repeated = two[0];
    for (Expr& e : repeated) e *= f;
    EXPECT_EQ(independent_rows({two[0], repeated, two[1], combined(0)}),
              (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(independent_rows({ExprVector(4), two[0], repeated}), (std::vector<std::size_t>{1}));
}

}  // namespace
}  // namespace rattleback
