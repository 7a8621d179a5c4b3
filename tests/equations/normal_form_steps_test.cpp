#include "equations/normal_form_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "equations/lagrange_multipliers.hpp"
#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "expr/substitute.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

System skate(const std::string& force = "0") {
    return build({.coordinates = {"x", "y", "phi"},
                  .parameters = {{"m", "2"}, {"g", "1"}},
                  .lagrangian = "m*(x'^2 + y'^2 + (1 + x^2)*phi'^2)/2 + g*x",
                  .forces = {{.on = "phi", .value = force}},
                  .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}}});
}

bool has_step(const Equations& equations, std::string_view symbol) {
    return std::ranges::any_of(equations.all_steps(),
                               [&](const Step& s) { return s.symbol == symbol; });
}

// The matrix of the equations with the sign of its last rows changed: ( M −Nᵀ ; −A 0 ).
ExprMatrix bordered(const Equations& equations, std::size_t n) {
    ExprMatrix k = equations.matrix;
    for (std::size_t i = n; i < k.size(); ++i) k[i] = negated(k[i]);
    return k;
}

TEST(NormalFormSteps, HaveTheInverseOfTheBorderedMatrix) {
    const System system = skate();
    const Equations equations = lagrange_multipliers(system);
    const ExprMatrix one = product(bordered(equations, 3), step(equations, "K⁻¹"));
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            EXPECT_TRUE(are_equal(one[i][j], i == j ? 1 : 0).proved_zero()) << i << ", " << j;
    EXPECT_TRUE(are_equal(step(equations, "C")[0][0], parse("1/m")).proved_zero());
}

// Ideal or not, nonlinear or with time: the product with the matrix is the identity.
TEST(NormalFormSteps, HaveItForHardSystems) {
    for (const auto& [system, state] : hard_systems()) {
        const Equations equations = lagrange_multipliers(system);
        const Evaluated value(equations, system, state);
        const ExprMatrix one = product(bordered(equations, system.size()), step(equations, "K⁻¹"));
        for (std::size_t i = 0; i < one.size(); ++i)
            for (std::size_t j = 0; j < one.size(); ++j)
                EXPECT_NEAR(static_cast<double>(value(one[i][j])), i == j ? 1 : 0, 1e-14)
                    << system.title() << ": " << i << ", " << j;
    }
}

// Both parts together are the solution, one is free of v and the other has degree two.
TEST(NormalFormSteps, SplitTheNormalForm) {
    const System system = skate();
    const Equations equations = lagrange_multipliers(system);
    const ExprVector solution = *solve(equations.matrix, equations.right);
    ExprMatrix at_rest = step(equations, "f(q)"), quadratic = step(equations, "g(q)[v,v]");
    at_rest.push_back(step(equations, "h(q)").at(0));
    quadratic.push_back(step(equations, "k(q)[v,v]").at(0));
    std::vector<Replacement> rest, twice;
    for (const Expr& v : system.v) {
        rest.emplace_back(v, 0);
        twice.emplace_back(v, 2 * v);
    }
    ASSERT_EQ(at_rest.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const Expr f = at_rest[i][0], g = quadratic[i][0];
        EXPECT_TRUE(are_equal(f + g, solution[i]).proved_zero()) << i;
        EXPECT_TRUE(are_equal(f, substitute(solution[i], rest)).proved_zero()) << i;
        EXPECT_TRUE(are_equal(substitute(g, twice), 4 * g).proved_zero()) << i;
    }
    EXPECT_FALSE(is_zero(quadratic[0][0]).proved_zero());
}

TEST(NormalFormSteps, DoNotSplitWhatIsNotQuadratic) {
    for (const char* force : {"-phi'", "t", "phi'^3", "x'*cos(y')"}) {
        const Equations equations = lagrange_multipliers(skate(force));
        EXPECT_TRUE(has_step(equations, "K⁻¹")) << force;
        EXPECT_FALSE(has_step(equations, "f(q)")) << force;
    }
    EXPECT_TRUE(has_step(lagrange_multipliers(skate("x'*phi' - y")), "f(q)"));
    EXPECT_FALSE(has_step(lagrange_multipliers(appell_hamel().system), "f(q)"));
}

TEST(NormalFormSteps, AreNoneWithoutConstraintsOrWhereTheMassIsSingular) {
    EXPECT_FALSE(
        lagrange_multipliers(build({.coordinates = {"x"}, .lagrangian = "x'^2/2"})).more_steps);
    const System massless = build({.coordinates = {"x", "y"},
                                   .lagrangian = "x'^2/2 - y^2/2",
                                   .constraints = {{.name = "c", .equation = "x' = y'"}}});
    EXPECT_FALSE(has_step(lagrange_multipliers(massless), "K⁻¹"));
}

}  // namespace
}  // namespace rattleback::testing
