// Proposition 3.3: (i), (ii), (iii) are written here as the paper has them, index by index, with g_ij
// the Hessian of T; and the left side of (25) is put together from its coefficients.
#include "equations/cancelled_terms.hpp"

#include <gtest/gtest.h>

#include "equations/talamucci.hpp"
#include "equations/voronec_nonlinear.hpp"
#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "support/explicit_systems.hpp"

namespace rattleback {
namespace {

using namespace testing;

// Systems without time and with quadratic T, as in the paper.
std::vector<System> systems() {
    return {curved_k1().system,    curved_k2().system, voronec_linear().system,
            appell_hamel().system, skate().system,     chaplygin_type().system};
}

struct Paper {
    const System& system;
    const ExplicitSystem e;

    explicit Paper(const System& s) : system(s), e(explicit_system(s)) {}

    Expr v(std::size_t r) const { return e.v[r]; }
    Expr a(std::size_t r) const { return e.a[r]; }
    // Σ_r g_{r,m+ν} q̇_r + Σ_μ g_{m+ν,m+μ} α_μ
    Expr p(std::size_t nu) const {
        const ExprMatrix g = hessian(system.lagrangian, system.v);
        Expr sum = 0;
        for (std::size_t r = 0; r < e.m(); ++r) sum += g[e.independent[r]][e.dependent[nu]] * v(r);
        for (std::size_t mu = 0; mu < e.k(); ++mu)
            sum += g[e.dependent[nu]][e.dependent[mu]] * e.alpha[mu];
        return sum;
    }
    Expr i(std::size_t i) const {
        Expr sum = 0;
        for (std::size_t nu = 0; nu < e.k(); ++nu) {
            const Expr slope = derivative(e.alpha[nu], v(i));
            for (std::size_t s = 0; s < e.m(); ++s)
                sum -= p(nu) * (derivative(slope, e.q[s]) * v(s) + derivative(slope, v(s)) * a(s));
            for (std::size_t sigma = 0; sigma < e.k(); ++sigma)
                sum -= p(nu) * derivative(slope, e.q_dep[sigma]) * e.alpha[sigma];
        }
        return sum;
    }
    Expr ii(std::size_t i) const {
        Expr sum = 0;
        for (std::size_t nu = 0; nu < e.k(); ++nu)
            for (std::size_t sigma = 0; sigma < e.k(); ++sigma)
                sum += p(nu) * derivative(e.alpha[sigma], v(i)) *
                       derivative(e.alpha[nu], e.q_dep[sigma]);
        return sum;
    }
    Expr iii(std::size_t i) const {
        Expr sum = 0;
        for (std::size_t nu = 0; nu < e.k(); ++nu) sum += p(nu) * derivative(e.alpha[nu], e.q[i]);
        return sum;
    }
    // The sums of (18) with T*.
    Expr sum_by_time(std::size_t i) const {
        Expr sum = 0;
        const Expr slope = derivative(e.kinetic_on, v(i));
        for (std::size_t s = 0; s < e.m(); ++s)
            sum += derivative(slope, e.q[s]) * v(s) + derivative(slope, v(s)) * a(s);
        for (std::size_t sigma = 0; sigma < e.k(); ++sigma)
            sum += derivative(slope, e.q_dep[sigma]) * e.alpha[sigma];
        return sum;
    }
    Expr sum_by_dependent(std::size_t i) const {
        Expr sum = 0;
        for (std::size_t nu = 0; nu < e.k(); ++nu)
            sum -= derivative(e.kinetic_on, e.q_dep[nu]) * derivative(e.alpha[nu], v(i));
        return sum;
    }
    Expr sum_by_q(std::size_t i) const { return -derivative(e.kinetic_on, e.q[i]); }
};

void expect_equal(const Expr& a, const Expr& b, const System& system, const char* what) {
    EXPECT_TRUE(are_equal(a, b).holds()) << system.title() << ": " << what;
}

TEST(CancelledTerms, AreThoseOfThePaper) {
    for (const System& system : systems()) {
        const Equations equations = voronec_nonlinear(system);
        const Paper paper(system);
        const ExprMatrix one = step(equations, "(i)"), two = step(equations, "(ii)"),
                         three = step(equations, "(iii)"), b = step(equations, "B");
        for (std::size_t i = 0; i < paper.e.m(); ++i) {
            expect_equal(one[i][0], paper.i(i), system, "(i)");
            expect_equal(two[i][0], paper.ii(i), system, "(ii)");
            expect_equal(three[i][0], paper.iii(i), system, "(iii)");
            Expr with_b = 0;
            for (std::size_t nu = 0; nu < paper.e.k(); ++nu) with_b -= paper.p(nu) * b[i][nu];
            expect_equal(one[i][0] + two[i][0] + three[i][0], with_b, system, "−Σ p B");
        }
    }
}

TEST(CancelledTerms, EachIsTakenFromItsOwnSum) {
    for (const System& system : systems()) {
        const ExprMatrix left = step(voronec_nonlinear(system), "(18)");
        const Paper paper(system);
        for (std::size_t i = 0; i < paper.e.m(); ++i) {
            expect_equal(left[i][0], paper.sum_by_time(i) + paper.i(i), system, "(i)");
            expect_equal(left[i][1], paper.sum_by_dependent(i) + paper.ii(i), system, "(ii)");
            expect_equal(left[i][2], paper.sum_by_q(i) + paper.iii(i), system, "(iii)");
        }
    }
}

TEST(CancelledTerms, WhatIsLeftIsTheCoefficientForm) {
    for (const System& system : systems()) {
        const Equations with_t = voronec_nonlinear(system), with_g = talamucci(system);
        const ExprMatrix left = step(with_t, "(18)");
        const ExprMatrix c = step(with_g, "C"), e = step(with_g, "E"), g = step(with_g, "G");
        const Paper paper(system);
        for (std::size_t i = 0; i < paper.e.m(); ++i) {
            const ExprMatrix d = step(with_g, "D_" + std::to_string(i + 1));
            Expr sum = g[i][0];
            for (std::size_t nu = 0; nu < paper.e.m(); ++nu) {
                sum += c[i][nu] * paper.a(nu) + e[i][nu] * paper.v(nu);
                for (std::size_t mu = 0; mu < paper.e.m(); ++mu)
                    sum += d[nu][mu] * paper.v(nu) * paper.v(mu);
            }
            expect_equal(left[i][0] + left[i][1] + left[i][2], sum, system, "(25)");
            EXPECT_EQ(step(with_t, "(18) − (25)")[i][0], Expr(0)) << system.title();
        }
    }
}

// In a flat metric all of −∂T*/∂q and of the sum over ν is cancelled, whatever α is.
TEST(CancelledTerms, LeaveNothingOfTheSlopesInAFlatMetric) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + 2*y'^2 + 3*z'^2)/2",
                                 .constraints = {{.equation = "z' = x*z^2*x'^2 + y'*x'*z"}}});
    const Equations equations = voronec_nonlinear(system);
    const ExprMatrix left = step(equations, "(18)");
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(left[i][1], Expr(0));
        EXPECT_EQ(left[i][2], Expr(0));
        EXPECT_TRUE(is_zero(step(equations, "(ii)")[i][0]).proved_nonzero());
    }
    EXPECT_TRUE(is_zero(step(equations, "(iii)")[0][0]).proved_nonzero());
}

// E7: of ż = ẋ + z ẏ the terms (ii) are ż for x and ż z ẏ for y, times ẏ in both.
TEST(CancelledTerms, OfAnErratum) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                                 .constraints = {{.equation = "z' = x' + z*y'"}}});
    const ExprMatrix two = step(voronec_nonlinear(system), "(ii)");
    EXPECT_TRUE(are_equal(two[0][0], parse("(x' + z*y')*y'")).proved_zero());
    EXPECT_TRUE(are_equal(two[1][0], parse("(x' + z*y')*z*y'")).proved_zero());
}

// With time in T and α, which the paper leaves open; and where there is no metric.
TEST(CancelledTerms, BeyondThePaper) {
    for (const System& system :
         {time_alpha().system, rheonomic().system, moving_particles().system})
        for (const ExprVector& row : step(voronec_nonlinear(system), "(18) − (25)"))
            EXPECT_EQ(row[0], Expr(0)) << system.title();
    const System system = not_quadratic().system;
    bool is_shown = false;
    for (const Step& s : voronec_nonlinear(system).all_steps()) {
        EXPECT_NE(s.symbol, "(18) − (25)");
        is_shown = is_shown || s.symbol == "(i)";
    }
    EXPECT_TRUE(is_shown);
}

TEST(CancelledTerms, WhatDiffersIsNotZero) {
    const System system = curved_k1().system;
    Equations wrong = voronec_nonlinear(system);
    wrong.right[1] += symbol("q1");
    const auto steps = cancelled_terms(system, explicit_system(system), wrong);
    EXPECT_EQ(steps.back().value[0][0], Expr(0));
    EXPECT_TRUE(are_equal(steps.back().value[1][0], -symbol("q1")).holds());
}

}  // namespace
}  // namespace rattleback
