#include "geometry/inverse.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/functions.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

ExprMatrix matrix(const std::vector<std::vector<std::string>>& rows) {
    ExprMatrix result;
    for (const auto& row : rows) {
        ExprVector& entries = result.emplace_back();
        for (const std::string& text : row) entries.push_back(parse(text, {.any_function = true}));
    }
    return result;
}

void expect_inverse(const ExprMatrix& a) {
    const ExprMatrix x = inverse(a), left = product(x, a), right = product(a, x);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a.size(); ++j) {
            EXPECT_TRUE(are_equal(left[i][j], i == j ? 1 : 0).proved_zero()) << i << j;
            EXPECT_TRUE(are_equal(right[i][j], i == j ? 1 : 0).proved_zero()) << i << j;
        }
}

TEST(Inverse, OfSmallMatricesIsWrittenAsByHand) {
    EXPECT_EQ(to_text(inverse(matrix({{"m"}}))[0][0]), to_text(parse("1/m")));
    EXPECT_EQ(inverse(matrix({{"a", "b"}, {"c", "d"}})),
              matrix({{"d/(a*d - b*c)", "-b/(a*d - b*c)"}, {"-c/(a*d - b*c)", "a/(a*d - b*c)"}}));
}

TEST(Inverse, KeepsDecoupledBlocksApart) {
    const ExprMatrix x = inverse(matrix({{"a", "0", "b", "0"},
                                         {"0", "m", "0", "0"},
                                         {"b", "0", "c", "0"},
                                         {"0", "0", "0", "2 + cos(x)"}}));
    EXPECT_EQ(x[1][1], parse("1/m"));
    EXPECT_EQ(x[3][3], parse("1/(2 + cos(x))"));
    EXPECT_EQ(x[0][2], parse("-b/(a*c - b^2)"));
    EXPECT_EQ(x[0][1], 0);
}

TEST(Inverse, HoldsIdentically) {
    expect_inverse(matrix({{"a", "sin(x)"}, {"cos(x)", "A(x, y)"}}));
    expect_inverse(matrix({{"2 + cos(y)", "x", "0"}, {"x", "1 + x^2", "z"}, {"0", "z", "3"}}));
    expect_inverse(matrix(
        {{"a", "b", "c", "d"}, {"b", "1", "x", "0"}, {"c", "x", "2", "y"}, {"d", "0", "y", "3"}}));
    expect_inverse(matrix({{"1", "x", "0", "0", "1"},
                           {"y", "2", "x", "0", "0"},
                           {"0", "0", "x", "1", "y"},
                           {"x", "0", "0", "y", "0"},
                           {"0", "1", "0", "0", "x"}}));
}

// On the diagonal there is nothing to divide by, seen or unseen.
TEST(Inverse, ExchangesRowsWhereTheDiagonalVanishes) {
    expect_inverse(matrix({{"0", "a", "1", "1"},
                           {"b", "0", "1", "2"},
                           {"1", "x", "sin(x)^2 + cos(x)^2 - 1", "1"},
                           {"x", "1", "1", "0"}}));
    expect_inverse(matrix({{"sin(x)^2 + cos(x)^2 - 1", "a", "1", "1"},
                           {"b", "0", "1", "2"},
                           {"1", "x", "0", "1"},
                           {"x", "1", "1", "0"}}));
}

TEST(Inverse, RefusesAMatrixWithoutOne) {
    const auto message = [](const ExprMatrix& a) {
        try {
            inverse(a);
        } catch (const NumericalError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string singular = "the matrix to be inverted is singular at every state";
    EXPECT_EQ(message(matrix({{"0"}})), singular);
    EXPECT_EQ(message(matrix({{"sin(x)", "cos(x)"}, {"2*sin(x)", "2*cos(x)"}})), singular);
    EXPECT_EQ(
        message(matrix({{"cos(x)", "sin(x)"}, {"cos(x) - cos(x)*(sin(x)^2 + cos(x)^2)", "0"}})),
        singular);
    EXPECT_EQ(message(matrix({{"a", "b", "c", "1"},
                              {"b", "1", "x", "1"},
                              {"a + b", "b + 1", "c + x", "2"},
                              {"1", "2", "3", "4"}})),
              singular);
}

}  // namespace
}  // namespace rattleback
