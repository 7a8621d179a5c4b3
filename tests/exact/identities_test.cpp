// Identities that a mechanician relies on, proved by the zero test and seen by the normal form; and
// near misses of each, which must be refuted.
#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/normal_form.hpp"
#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

struct Identity {
    const char* left;
    const char* right;
    const char* wrong;  // differs from left
};

class Identities : public ::testing::TestWithParam<Identity> {};

TEST_P(Identities, AreProvedAndTheirNearMissesRefuted) {
    const Expr left = parse(GetParam().left), right = parse(GetParam().right),
               wrong = parse(GetParam().wrong);
    EXPECT_TRUE(are_equal(left, right).proved_zero());
    EXPECT_EQ(normal_form(left), normal_form(right))
        << to_text(normal_form(left)) << " and " << to_text(normal_form(right));
    EXPECT_TRUE(are_equal(left, wrong).proved_nonzero());
    EXPECT_NE(normal_form(left), normal_form(wrong));
}

INSTANTIATE_TEST_SUITE_P(
    Proved, Identities,
    ::testing::Values(
        Identity{"sin(a+b)^2 + cos(a+b)^2", "1", "sin(a+b)^2 + cos(a-b)^2"},
        Identity{"sin(3*x)", "3*sin(x) - 4*sin(x)^3", "3*sin(x) - 3*sin(x)^3"},
        Identity{"cos(5*x)", "16*cos(x)^5 - 20*cos(x)^3 + 5*cos(x)",
                 "16*cos(x)^5 - 20*cos(x)^3 + 4*cos(x)"},
        Identity{"sin(x)", "2*tan(x/2)/(1 + tan(x/2)^2)", "2*tan(x/2)/(1 - tan(x/2)^2)"},
        Identity{"cos(x)", "(1 - tan(x/2)^2)/(1 + tan(x/2)^2)",
                 "(1 + tan(x/2)^2)/(1 - tan(x/2)^2)"},
        Identity{"tan(x/2)", "(1 - cos(x))/sin(x)", "(1 + cos(x))/sin(x)"},
        Identity{"tan(a+b)", "(tan(a) + tan(b))/(1 - tan(a)*tan(b))",
                 "(tan(a) + tan(b))/(1 + tan(a)*tan(b))"},
        Identity{"sqrt(x^2 + y^2)^2", "x^2 + y^2", "x^2 - y^2"},
        Identity{"1/(sqrt(x) - sqrt(y))", "(sqrt(x) + sqrt(y))/(x - y)",
                 "(sqrt(x) - sqrt(y))/(x - y)"},
        Identity{"sqrt(x^2)", "abs(x)", "x"}, Identity{"sqrt(12)", "2*sqrt(3)", "3*sqrt(2)"},
        Identity{"cosh(x)^2 - sinh(x)^2", "1", "cosh(x)^2 + sinh(x)^2"},
        Identity{"exp(x + 2*y)", "exp(x)*exp(y)^2", "exp(x)*exp(y)"},
        Identity{"sin(x + pi/3)", "sin(x)/2 + sqrt(3)/2*cos(x)", "sin(x)/2 - sqrt(3)/2*cos(x)"},
        Identity{"cos(atan2(y, x))", "x/sqrt(x^2 + y^2)", "y/sqrt(x^2 + y^2)"},
        Identity{"1/(x - y) - 1/(x + y)", "2*y/(x^2 - y^2)", "2*x/(x^2 - y^2)"},
        Identity{"(m*cos(a))^2 + (m*sin(a))^2", "m^2", "m"}));

// A product of plane rotations in four dimensions: orthogonal, so its determinant is 1.
TEST(Determinant, OfARotationIsOne) {
    const auto rotation = [](std::size_t i, std::size_t j, const Expr& angle) {
        ExprMatrix m(4, ExprVector(4));
        for (std::size_t k = 0; k < 4; ++k) m[k][k] = 1;
        m[i][i] = m[j][j] = cos(angle);
        m[i][j] = -sin(angle);
        m[j][i] = sin(angle);
        return m;
    };
    const auto product = [](const ExprMatrix& x, const ExprMatrix& y) {
        ExprMatrix m(4, ExprVector(4));
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                for (std::size_t k = 0; k < 4; ++k) m[i][j] += x[i][k] * y[k][j];
        return m;
    };
    const Expr a = symbol("a"), b = symbol("b"), c = symbol("c");
    const ExprMatrix m = product(product(rotation(0, 1, a), rotation(1, 2, b)),
                                 product(rotation(2, 3, c), rotation(0, 3, a + b)));
    EXPECT_EQ(determinant(m), Expr(1));
    ExprMatrix disturbed = m;
    disturbed[2][1] += 1;
    EXPECT_NE(determinant(disturbed), Expr(1));
}

TEST(Solve, SixEquationsWithSymbolicEntriesAreSatisfiedBySubstitution) {
    constexpr std::size_t n = testing::sanitized ? 5 : 6;
    ExprMatrix a(n, ExprVector(n));
    ExprVector b(n);
    for (std::size_t i = 0; i < n; ++i) {
        b[i] = symbol("b" + std::to_string(i));
        for (std::size_t j = 0; j < n; ++j)
            a[i][j] = symbol("a" + std::to_string(i) + "_" + std::to_string(j));
    }
    const auto x = solve(a, b);
    ASSERT_TRUE(x.has_value());
    for (std::size_t i = 0; i < n; ++i) {
        SumBuilder residual;
        residual.add(-b[i]);
        for (std::size_t j = 0; j < n; ++j) residual.add(a[i][j] * (*x)[j]);
        EXPECT_TRUE(is_zero(residual.build()).proved_zero()) << i;
    }
}

}  // namespace
}  // namespace rattleback
