#include "equations/lagrangian_form.hpp"

#include <gtest/gtest.h>

#include "equations/gauss.hpp"
#include "exact/is_zero.hpp"
#include "expr/matrices.hpp"
#include "support/hard_systems.hpp"

namespace rattleback::testing {
namespace {

// With terms linear in v, forces beside L, and a reaction along x alone.
System driven() {
    return build(
        {.title = "Driven",
         .coordinates = {"x", "y", "z"},
         .lagrangian = "((1 + y^2)*x'^2 + 2*y'^2 + z'^2)/2 + x*z*y' - y*x' - x*y",
         .forces = {{.on = "x", .value = "-x'"}, {.on = "z", .value = "y"}},
         .constraints = {
             {.name = "c", .equation = "z' = y*x' + x*y'", .reaction = {{"x", "2"}, {"z", "1"}}}}});
}

std::vector<Replacement> along(const System& system, const ExprMatrix& field) {
    std::vector<Replacement> result;
    for (std::size_t i = 0; i < system.size(); ++i) {
        result.emplace_back(system.q[i], field[i][0]);
        result.emplace_back(system.v[i], field[system.size() + i][0]);
    }
    return result;
}

// ω_L(X_L, ·) = −dE and ω_L(X_U, ·) + dE = F, with dE taken from E = v·∂L/∂v − L.
TEST(LagrangianForm, GivesTheFieldsOfFreeMotion) {
    for (const System& system : {driven(), charged_particles().system}) {
        const Equations equations = gauss(system);
        const Expr energy =
            dot(system.v, gradient(system.lagrangian, system.v)) - system.lagrangian;
        ExprVector x = system.q, force = system.force;
        x.insert(x.end(), system.v.begin(), system.v.end());
        force.resize(x.size());
        const ExprMatrix omega = transposed(step(equations, "ω_L"));
        const ExprVector slope = gradient(energy, x);
        const auto contracted = [&](const char* field) {
            return product(omega, transposed(step(equations, field)).at(0));
        };
        const ExprVector of_l = contracted("X_L"), of_u = contracted("X_U");
        for (std::size_t i = 0; i < x.size(); ++i) {
            EXPECT_TRUE(is_zero(of_l[i] + slope[i]).proved_zero()) << system.title() << i;
            EXPECT_TRUE(is_zero(of_u[i] + slope[i] - force[i]).proved_zero())
                << system.title() << i;
        }
    }
}

// X_R is tangent to the constraint, and X_R − X_U is vertical, along M⁻¹Nᵀ.
TEST(LagrangianForm, GivesTheFieldOfTheConstrainedMotion) {
    const System system = driven();
    const Equations equations = gauss(system);
    const ExprMatrix x_r = step(equations, "X_R"), x_u = step(equations, "X_U"),
                     w_perp = step(equations, "W^⊥");
    EXPECT_TRUE(is_zero(derivative_along(system.constraints[0].expression, along(system, x_r)))
                    .proved_zero());
    ExprVector away;
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(x_r[i][0], system.v[i]);
        away.push_back(x_r[3 + i][0] - x_u[3 + i][0]);
    }
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(is_zero(away[i] * w_perp[0][0] - away[0] * w_perp[i][0]).proved_zero()) << i;
    EXPECT_FALSE(is_zero(away[0]).proved_zero());
}

TEST(LagrangianForm, IsAntisymmetricAndKnowsGyroscopicTerms) {
    const ExprMatrix omega = step(gauss(driven()), "ω_L");
    for (std::size_t i = 0; i < omega.size(); ++i)
        for (std::size_t j = 0; j < omega.size(); ++j)
            EXPECT_TRUE(is_zero(omega[i][j] + omega[j][i]).proved_zero());
    EXPECT_FALSE(is_zero(omega[0][1]).proved_zero());
}

}  // namespace
}  // namespace rattleback::testing
