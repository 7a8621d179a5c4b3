#include "equations/sigma_form.hpp"

#include <gtest/gtest.h>

#include "equations/vakonomic.hpp"
#include "exact/is_zero.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

// Lagrange's equations of 𝕃_σ, whose coordinates are q and σ, solved by G: (3.8) from (3.10).
void expect_lagrange_equations(const System& system) {
    const Equations equations = vakonomic(system);
    const Expr lagrangian = step(equations, "𝕃_σ")[0][0];
    const ExprMatrix g = step(equations, "G");
    ExprVector q = system.q, v = system.v;
    for (std::size_t i = 1; i <= g.size() - system.size(); ++i) {
        q.push_back(symbol("sigma" + std::to_string(i)));
        v.push_back(symbol("sigma" + std::to_string(i), 1));
    }
    std::vector<Replacement> motion{{system.t, 1}};
    for (std::size_t i = 0; i < q.size(); ++i) {
        motion.emplace_back(q[i], v[i]);
        motion.emplace_back(v[i], g[i][0]);
    }
    for (std::size_t i = 0; i < q.size(); ++i) {
        const Expr rate = derivative_along(derivative(lagrangian, v[i]), motion);
        EXPECT_TRUE(are_equal(rate, derivative(lagrangian, q[i])).proved_zero())
            << system.title() << ", " << i;
    }
}

System skate() {
    return build({.title = "Skate",
                  .coordinates = {"x", "y", "phi"},
                  .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
                  .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}}});
}

TEST(SigmaForm, HasTheMotionsOfItsLagrangian) {
    expect_lagrange_equations(skate());
    expect_lagrange_equations(build({.title = "Two constraints in a curved metric",
                                     .coordinates = {"x", "y", "z", "w"},
                                     .lagrangian = "(x'^2 + (1 + x^2)*y'^2 + z'^2 + w'^2)/2 - y*z",
                                     .constraints = {{.name = "a", .equation = "z' = y*x'"},
                                                     {.name = "b", .equation = "w' = z*y'"}}}));
    expect_lagrange_equations(build({.title = "Nonlinear",
                                     .coordinates = {"x", "y"},
                                     .lagrangian = "(x'^2 + y'^2)/2 + x*y",
                                     .constraints = {{.equation = "x'^2 + x*y'^2 = 1"}}}));
}

// The two terms of (3.4), by their sums.
TEST(SigmaForm, HasTheTermsOf34) {
    const Equations equations = vakonomic(skate());
    const std::vector<std::string> turning{"lambda1*phi'*cos(phi)", "lambda1*phi'*sin(phi)", "0"},
        slope{"0", "0", "lambda1*(x'*cos(phi) + y'*sin(phi))"};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(are_equal(step(equations, "λ·B'v")[i][0], parse(turning[i])).proved_zero());
        EXPECT_TRUE(are_equal(step(equations, "∂(λ·b)/∂q")[i][0], parse(slope[i])).proved_zero());
    }
}

// (3.12) is K (a, λ̇) + F = 0, as printed.
TEST(SigmaForm, HasF) {
    const ExprMatrix f = step(vakonomic(skate()), "F");
    const std::vector<std::string> printed{"-lambda1*phi'*cos(phi) - 1", "-lambda1*phi'*sin(phi)",
                                           "lambda1*(x'*cos(phi) + y'*sin(phi))",
                                           "-phi'*(x'*cos(phi) + y'*sin(phi))"};
    ASSERT_EQ(f.size(), printed.size());
    for (std::size_t i = 0; i < f.size(); ++i)
        EXPECT_TRUE(are_equal(f[i][0], parse(printed[i])).proved_zero()) << i;
}

// G is the same for all velocities and σ̇ reversed: he concludes that the dynamics is reversible.
TEST(SigmaForm, IsEvenInAllVelocities) {
    const System system = skate();
    std::vector<Replacement> reversed{{symbol("sigma1", 1), -symbol("sigma1", 1)}};
    for (const Expr& v : system.v) reversed.emplace_back(v, -v);
    for (const ExprVector& row : step(vakonomic(system), "G"))
        EXPECT_TRUE(are_equal(substitute(row[0], reversed), row[0]).proved_zero());
}

TEST(SigmaForm, FindsOtherNames) {
    const System system = build({.coordinates = {"x", "sigma1"},
                                 .lagrangian = "(x'^2 + sigma1'^2)/2",
                                 .constraints = {{.name = "c", .equation = "x' = x*sigma1'"}}});
    EXPECT_FALSE(is_zero(derivative(step(vakonomic(system), "𝕃_σ")[0][0], symbol("sigma_1", 1)))
                     .proved_zero());
}

}  // namespace
}  // namespace rattleback::testing
