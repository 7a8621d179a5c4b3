// Evaluation in prime fields: true identities vanish there, false ones do not, the residues are those
// of exact rational arithmetic, and accidents are as rare as the bound says.
#include "exact/certify.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "exact/is_zero.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "support/exact_value.hpp"

namespace rattleback {
namespace {

Expr read(const char* text) { return parse(text, {.any_function = true}); }

Certificate certificate(const char* text) {
    const Expr e = read(text);
    return certify_zero({&e, 1});
}

TEST(Certify, TrueIdentitiesAreCertified) {
    for (const char* text : {"sin(x)^2 + cos(x)^2 - 1",
                             "sin(a + b) - sin(a)*cos(b) - cos(a)*sin(b)",
                             "sin(2*x) - 2*sin(x)*cos(x)",
                             "cos(x/2)^2 - (1 + cos(x))/2",
                             "tan(x) - sin(x)/cos(x)",
                             "exp(a + b) - exp(a)*exp(b)",
                             "exp(-2*x) - 1/exp(x)^2",
                             "cosh(x)^2 - sinh(x)^2 - 1",
                             "tanh(x) - (exp(2*x) - 1)/(exp(2*x) + 1)",
                             "sqrt(x)*sqrt(x) - x",
                             "sqrt((x + y)^2) - abs(x + y)",
                             "sqrt(x^2 + 2*x*y + y^2) - abs(y + x)",
                             "1/(sqrt(x) - sqrt(y)) - (sqrt(x) + sqrt(y))/(x - y)",
                             "sin(x + pi/2) - cos(x)",
                             "cos(x - pi) + cos(x)",
                             "sin(pi/6) - 1/2",
                             "4*cos(pi/5)^2 - 2*cos(pi/5) - 1",
                             "cos(x + pi/3) + cos(x - pi/3) - cos(x)",
                             "log(x + x) - log(2*x)",
                             "A((x + 1)^2) - A(x^2 + 2*x + 1)",
                             "A[1](x*y + x) - A[1](x*(y + 1))",
                             "x^p*x^q - x^(p + q)",
                             "x^(p + 1)/x - x^p",
                             "(x^(1/3) + 1)^3 - x - 3*x^(2/3) - 3*x^(1/3) - 1",
                             "0.1*x - x/10",
                             "(x + y)^20 - (x^2 + 2*x*y + y^2)^10"}) {
        const Certificate found = certificate(text);
        EXPECT_TRUE(found.vanishes()) << text << ": " << found.reason;
        EXPECT_LT(found.log_probability, -30) << text;
    }
}

TEST(Certify, FalseOnesAreNot) {
    for (const char* text :
         {"sin(x)^2 + cos(x)^2 - 2", "sin(a + b) - sin(a)*cos(b) + cos(a)*sin(b)", "x", "x - y",
          "exp(a + b) - exp(a)", "cos(3*x) - 4*cos(x)^3 + 2*cos(x)", "10^-40*x", "sin(1) - 1",
          "sin(x) - x", "sin(pi/5) - 1", "cos(pi/12) - cos(pi/10)",
          "(x + y)^20 - (x^2 + 2*x*y + y^2)^10 + 10^-30"}) {
        EXPECT_TRUE(certificate(text).differs()) << text;
    }
    // Nothing is proved where the values are freer than the functions are, or a sign is open.
    for (const char* text :
         {"log(x*y) - log(x) - log(y)", "sqrt(x)*sqrt(y) - sqrt(x*y)", "abs(x) - x", "A(x) - A(y)",
          "sin(pi/7) - 1", "x^float(0.5) - sqrt(x)", "(x*y)^p - x^p*y^p"})
        EXPECT_EQ(certificate(text).outcome, Certificate::Outcome::Unknown) << text;
}

// The oracle is exact arithmetic in ℚ: the value of a rational function at rational numbers, reduced.
TEST(Certify, ResiduesAreThoseOfRationalArithmetic) {
    std::mt19937_64 random(5);
    const ExprVector symbols{symbol("x"), symbol("y"), symbol("z")};
    for (const char* text :
         {"(x + 2*y)^3/(z - x*y) + 7/5", "1/(1 + 1/(x + 1/(y - z)))", "(x^5 - y^-3)*(z + 0.125)^2",
          "123456789012345678901234567890*x - y/98765432109876543210987654321"}) {
        const Expr e = parse(text);
        const KernelBasis basis({&e, 1});
        for (int k = 0; k < 20; ++k) {
            const PrimeField field = PrimeField::by_lot(random);
            PrimePoint point(basis, field, 1);
            ExactValues at;
            for (const Expr& s : symbols) {
                const Number value = Number::ratio(static_cast<std::int64_t>(random() % 1000) - 500,
                                                   1 + static_cast<std::int64_t>(random() % 99));
                at[s] = value;
                point.set(s, *field.of(value));
            }
            const auto exact = evaluate_exactly(e, at);
            ASSERT_TRUE(exact) << text;
            const auto residues = point.values(Graph(e));
            ASSERT_TRUE(residues) << text;
            EXPECT_EQ((*residues)[0], *field.of(*exact)) << text;
        }
    }
}

// Against the remainders of wide division.
TEST(Certify, ProductsAreReduced) {
    std::mt19937_64 random(3);
    for (int k = 0; k < 1'000; ++k) {
        const PrimeField field =
            k % 2 == 0 ? PrimeField::by_lot(random) : PrimeField((Residue{1} << 61U) - 1);
        const Residue a = random() % field.prime(),
                      b = k % 7 == 0 ? field.prime() - 1 : random() % field.prime();
        __extension__ using Wide = unsigned __int128;
        EXPECT_EQ(field.multiply(a, b),
                  static_cast<Residue>(static_cast<Wide>(a) * b % field.prime()));
    }
}

TEST(Certify, LinearSystemsAreSolved) {
    const PrimeField field(1'000'000'007);
    const ResidueMatrix matrix{{2, 3, 5}, {7, 11, 13}, {17, 19, 23}};
    const auto x = field.solve(matrix, {1, 2, 3});
    ASSERT_TRUE(x);
    for (std::size_t i = 0; i < 3; ++i) {
        Residue sum = 0;
        for (std::size_t j = 0; j < 3; ++j)
            sum = field.add(sum, field.multiply(matrix[i][j], (*x)[j]));
        EXPECT_EQ(sum, i + 1);
    }
    EXPECT_FALSE(field.solve({{1, 2}, {2, 4}}, {1, 2}));
    EXPECT_EQ(field.rank({{1, 2, 3}, {2, 4, 6}, {1, 0, 1}}), 2U);
    EXPECT_EQ(field.independent_rows({{1, 2, 3}, {2, 4, 6}, {1, 0, 1}}),
              (std::vector<std::size_t>{0, 2}));
}

// In a small field accidents happen, and not more often than 2·degree/p.
TEST(Certify, AccidentsAreAsRareAsTheDegreeSays) {
    constexpr Residue prime = 103;  // of the form 4k + 3
    for (const char* text : {"x*y - 1", "sin(x)*cos(y) - 1/2", "x^2 - 2", "sin(2*x) - y",
                             "(x - 1)*(y - 2)*(z - 3)*(x - 4)", "cos(x)^2 + cos(y) + z"}) {
        const Expr e = parse(text);
        const KernelBasis basis({&e, 1});
        DegreeBounds bounds(basis, {&e, 1});
        const double degree = bounds.of(e).degree;
        const Graph graph(e);
        int trials = 0, accidents = 0;
        for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
            PrimePoint point(basis, PrimeField(prime), seed);
            const auto values = point.values(graph);
            if (!values) continue;
            ++trials;
            accidents += (*values)[0] == 0 ? 1 : 0;
        }
        const double expected = 2 * degree / static_cast<double>(prime) * trials;
        EXPECT_GT(trials, 10'000) << text;
        EXPECT_LT(accidents, expected + 4 * std::sqrt(expected)) << text;
        EXPECT_GT(accidents, 0) << text;
    }
}

TEST(Certify, LinearSystemsAreComparedWithoutBeingSolvedInSymbols) {
    const auto system = [](const char* c) {
        const Expr x = symbol("x"), u = symbol("u"), w = symbol("w");
        return ThroughLinearSystem{{{x, parse(c)}, {1, x}}, {symbol("f"), 1}, {u, w}, {u + w}};
    };
    EXPECT_TRUE(certify_same_outputs(system("sin(x)^2"), system("1 - cos(x)^2")).vanishes());
    EXPECT_TRUE(certify_same_outputs(system("sin(x)^2"), system("1 + cos(x)^2")).differs());
}

TEST(Certify, RanksAreProvedByAPoint) {
    const auto rank = [](const char* a, const char* b, const char* c, const char* d) {
        return rank_at_prime_point({{parse(a), parse(b)}, {parse(c), parse(d)}});
    };
    EXPECT_EQ(rank("sin(x)", "cos(x)", "-cos(x)", "sin(x)"), 2U);
    EXPECT_EQ(rank("sin(x)^2", "cos(x)^2 - 1", "1", "-1"), 1U);
    EXPECT_EQ(rank("sqrt(x)", "1", "x", "sqrt(x)"), 1U);
    EXPECT_FALSE(rank("log(x)", "1", "1", "1"));
    EXPECT_FALSE(rank("sin(x)", "sin(10000019*x)", "1", "1"));  // too many turns
}

}  // namespace
}  // namespace rattleback
