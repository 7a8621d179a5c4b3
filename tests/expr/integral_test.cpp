#include "expr/integral.hpp"

#include <gtest/gtest.h>

#include "expr/functions.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

const Expr s = symbol("s"), r = symbol("r"), t = symbol("t"), k = symbol("k");

Expr of(const char* integrand, const Expr& variable, const Expr& lower, const Expr& upper) {
    return integral({parse(integrand), variable, lower, upper});
}

Expr slope(const Expr& e, const Expr& by) { return with_known_integrals(derivative(e, by)); }

TEST(Integral, IsTheSameWhateverItsVariable) {
    EXPECT_EQ(of("cos(k*s)", s, 0, t), of("cos(k*r)", r, 0, t));
    EXPECT_NE(of("cos(k*s)", s, 0, t), of("sin(k*s)", s, 0, t));
    EXPECT_EQ(of("cos(s)", s, t, t), Expr(0));
}

// The fundamental theorem, and Leibniz's rule for a parameter.
TEST(Integral, HasTheDerivativesOfAnIntegral) {
    const Expr j = of("cos(k*s)", s, pow(t, 2), 3 * t);
    EXPECT_EQ(slope(j, t), parse("3*cos(3*k*t) - 2*t*cos(k*t^2)"));
    EXPECT_EQ(slope(j, k), of("-s*sin(k*s)", s, pow(t, 2), 3 * t));
    EXPECT_EQ(slope(of("s*t", s, 0, t), t), pow(t, 2) + of("s", s, 0, t));
}

// The inner integral of the derivative is the inner integral with t for the outer variable.
TEST(Integral, MayStandInsideAnother) {
    const Expr inner = of("cos(r)", r, 0, s);
    const Expr outer = integral({sin(s) * inner, s, 0, t});
    EXPECT_EQ(slope(outer, t), sin(t) * of("cos(r)", r, 0, t));
    const Expr with_parameter = integral({of("cos(k*r)", r, 0, s), s, 0, t});
    EXPECT_EQ(slope(with_parameter, k), integral({of("-r*sin(k*r)", r, 0, s), s, 0, t}));
}

// What is put in for t or k never meets the variable, also where it has its name.
TEST(Integral, KeepsItsVariableToItself) {
    const Replacement by{k, s};
    const Expr j = substitute(of("cos(k*s)", s, 0, t), {&by, 1});
    EXPECT_EQ(slope(j, t), cos(s * t));
    EXPECT_EQ(free_symbols({j}), (ExprVector{s, t}));
    const auto [integrand, variable, lower, upper] = parts_of_integral(j);
    EXPECT_EQ(derivative(integrand, s), -variable * sin(s * variable));
    EXPECT_EQ(integral({integrand, variable, lower, upper}), j);
}

}  // namespace
}  // namespace rattleback
