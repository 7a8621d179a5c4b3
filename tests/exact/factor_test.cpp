// Factor: the branches of a constraint, whose product is the constraint.
#include "exact/factor.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "exact/normal_form.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rattleback/errors.hpp"
#include "rewriting.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

constexpr int cases = testing::sanitized ? 100 : 1'000;

// Everything with a prime.
std::vector<Expr> velocities_of(const Expr& e) {
    std::vector<Expr> found;
    for (const Expr& s : symbols_of(e))
        if (s.order() > 0) found.push_back(s);
    return found;
}

void expect_product_is_input(const Factorization& f, const Expr& e) {
    EXPECT_TRUE(are_equal(f.product(), e).proved_zero()) << to_text(e) << "\n"
                                                         << to_text(f.product());
}

// The factors up to order and sign, with multiplicities.
void expect_branches(const char* text, std::vector<std::pair<const char*, int>> expected) {
    const Expr e = parse(text);
    const Factorization f = factor(e, velocities_of(e));
    expect_product_is_input(f, e);
    EXPECT_EQ(f.factors.size(), expected.size()) << text << ": " << to_text(f.product());
    for (const auto& [branch, multiplicity] : expected) {
        const Expr wanted = parse(branch);
        const auto found = std::find_if(f.factors.begin(), f.factors.end(), [&](const auto& entry) {
            // The same branch: proportional by something free of velocities.
            const Factorization quotient = factor(entry.first / wanted, velocities_of(e));
            return quotient.factors.empty();
        });
        ASSERT_NE(found, f.factors.end())
            << text << " has no factor " << branch << " in " << to_text(f.product());
        EXPECT_EQ(found->second, multiplicity) << text;
    }
}

TEST(Factor, SplitsConstraintsIntoTheirBranches) {
    expect_branches("x1'*y2' - x2'*y1'", {{"x1'*y2' - x2'*y1'", 1}});
    expect_branches("x'^2 - y'^2", {{"x' - y'", 1}, {"x' + y'", 1}});
    expect_branches("x'^2*cos(a)^2 - y'^2*sin(a)^2",
                    {{"x'*cos(a) - y'*sin(a)", 1}, {"x'*cos(a) + y'*sin(a)", 1}});
    expect_branches("x'*y'*z'^2", {{"x'", 1}, {"y'", 1}, {"z'", 2}});
    expect_branches("m*g*x' - m*g*a*y'", {{"x' - a*y'", 1}});
    expect_branches("(x' - y')/(x' + y')", {{"x' - y'", 1}, {"x' + y'", -1}});
    expect_branches("x'^2 + y'^2", {{"x'^2 + y'^2", 1}});
    expect_branches("(x'*y' + 1)^3*x'", {{"x'*y' + 1", 3}, {"x'", 1}});
    expect_branches("exp(2*x)*x'^2 - y'^2", {{"exp(x)*x' - y'", 1}, {"exp(x)*x' + y'", 1}});
    expect_branches("sin(a + b)*x' - sin(a)*cos(b)*x' - cos(a)*sin(b)*y'", {{"x' - y'", 1}});
    expect_branches("(x1' - x2')^2 - (y1' - y2')^2",
                    {{"x1' - x2' - y1' + y2'", 1}, {"x1' - x2' + y1' - y2'", 1}});
}

TEST(Factor, PutsEverythingElseIntoTheUnit) {
    const Expr e = parse("-6*m*sin(phi)*(x' - y')/(a^2*sqrt(b))");
    const Factorization f = factor(e, velocities_of(e));
    ASSERT_EQ(f.factors.size(), 1U);
    EXPECT_TRUE(velocities_of(f.unit).empty());
    expect_product_is_input(f, e);
    const Expr constant = parse("3*x^2*sin(y)");
    EXPECT_TRUE(factor(constant, velocities_of(constant)).factors.empty());
    EXPECT_TRUE(are_equal(factor(constant, {}).unit, constant).proved_zero());
}

TEST(Factor, TakesKernelsAsVariables) {
    const Expr e = parse("sin(x)^2 - 3*sin(x)*y + 2*y^2"), sine = sin(symbol("x"));
    const Factorization f = factor(e, {&sine, 1});
    EXPECT_EQ(f.factors.size(), 2U);
    expect_product_is_input(f, e);
}

TEST(Factor, OfZeroIsTheUnitZero) {
    for (const char* text : {"0", "sin(x)^2 + cos(x)^2 - 1", "x'*(cosh(y)^2 - sinh(y)^2 - 1)"}) {
        const Expr e = parse(text);
        const Factorization f = factor(e, velocities_of(e));
        EXPECT_EQ(f.unit, Expr(0)) << text;
        EXPECT_TRUE(f.factors.empty()) << text;
    }
}

TEST(Factor, ThrowsAtItsLimits) {
    const Expr e = parse("(x' + y' + z' + 1)^200 - a"),
               pole = parse("x'/(sin(x)^2 + cos(x)^2 - 1)");
    EXPECT_THROW(factor(e, velocities_of(e)), TooLarge);
    EXPECT_THROW(factor(parse("x'^1000 - y'^1000"), velocities_of(e)), TooLarge);
    EXPECT_THROW(factor(pole, velocities_of(pole)), NumericalError);
}

TEST(Factor, ProductIsTheInputForRandomExpressions) {
    int factored = 0;
    for (int i = 0; i < cases; ++i) {
        const auto seed = static_cast<std::uint64_t>(i) + 5'000'000;
        testing::ExpressionOfClass random(seed);
        const Expr e = random.next(1) * (random.next(1) + symbol("x", 1) * random.next(0));
        try {
            const Factorization f = factor(e, velocities_of(e), {.terms = 5'000, .work = 20'000});
            EXPECT_TRUE(velocities_of(f.unit).empty()) << to_text(f.unit);
            for (const auto& [branch, multiplicity] : f.factors) EXPECT_NE(multiplicity, 0);
            EXPECT_TRUE(std::is_sorted(f.factors.begin(), f.factors.end()));
            expect_product_is_input(f, e);
            ++factored;
        } catch (const TooLarge&) {
        }
    }
    EXPECT_GT(factored, cases * 9 / 10);
}

}  // namespace
}  // namespace rattleback
