#include "equations/gauss.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "support/hard_systems.hpp"
#include "support/reference_values.hpp"

namespace rattleback::testing {
namespace {

TEST(Gauss, MovesHardSystems) {
    for (const auto& [system, state] : hard_systems()) {
        ASSERT_FALSE(gauss_refusal(system));
        expect_motion(gauss(system), system, state);
    }
}

TEST(Gauss, MovesASnake) {
    const auto [system, state] = snake(5);
    expect_motion(gauss(system), system, state);
}

TEST(Gauss, NeedsNoConstraint) {
    const System system =
        build({.title = "Free", .coordinates = {"x", "y"}, .lagrangian = "(x'^2 + x^2*y'^2)/2"});
    expect_motion(gauss(system), system, {.t = 0, .q = {1, 2}, .v = {3, 4}});
}

// The value of a step when the accelerations are changed by δ.
Real value_at(const Equations& equations, const System& system, const State& state,
              const char* symbol, const Vector& change) {
    const Evaluated value(equations, system, state);
    std::unordered_map<Expr, Real> known = values_of(system, state);
    for (std::size_t i = 0; i < system.size(); ++i)
        known[system.a[i]] = value(system.a[i]) + (change.empty() ? 0 : change[i]);
    return OracleValue<Real>(known)(step(equations, symbol)[0][0]);
}

// Directions δ with A δ = 0.
std::vector<Vector> virtual_displacements(const Equations& equations, const System& system,
                                          const State& state) {
    ExprMatrix a;
    for (const ExprVector& row : step(equations, "A a + β"))
        a.push_back(gradient(row[0], system.a));
    std::vector<Vector> result;
    const Evaluated value(equations, system, state);
    for (const ExprVector& direction : kernel(a)) result.push_back(value(direction));
    return result;
}

bool vanishes(const ExprMatrix& matrix) {
    return std::ranges::all_of(matrix, [](const ExprVector& row) {
        return std::ranges::all_of(row, [](const Expr& e) { return is_zero(e).proved_zero(); });
    });
}

// Π_D leaves D as it is and takes W^⊥ to nothing; W^⊥ is orthogonal to W, which is not D.
TEST(Gauss, HasBasesOfDAndWAndItsComplement) {
    for (const auto& [system, state] : {charged_particles(), reaction_direction()}) {
        const Equations equations = gauss(system);
        const ExprMatrix d = step(equations, "D"), w = step(equations, "W"),
                         w_perp = step(equations, "W^⊥");
        const std::size_t k = step(equations, "A a + β").size();
        EXPECT_EQ(d[0].size() + k, system.size());
        EXPECT_EQ(w[0].size() + k, system.size());
        EXPECT_EQ(w_perp[0].size(), k);
        EXPECT_EQ(rank(transposed(d)), d[0].size());
        EXPECT_EQ(rank(transposed(w)), w[0].size());
        EXPECT_TRUE(vanishes(product(step(equations, "Π_W⊥"), d))) << system.title();
        EXPECT_TRUE(vanishes(product(step(equations, "Π_D"), w_perp))) << system.title();
        const ExprMatrix mass = core_system(system).mass;
        EXPECT_TRUE(vanishes(product(transposed(w), product(mass, w_perp)))) << system.title();
        EXPECT_FALSE(vanishes(product(step(equations, "Π_W⊥"), w))) << system.title();
    }
}

TEST(Gauss, MinimizesAmongAllowedAccelerations) {
    for (const auto& [system, state] :
         {curved_with_damping(), rheonomic(), appell_hamel(), second_order()}) {
        const Equations equations = gauss(system);
        const Real least = value_at(equations, system, state, "G", {});
        for (Vector delta : virtual_displacements(equations, system, state))
            for (const Real size : {-0.3L, 0.2L}) {
                Vector change;
                for (const Real x : delta) change.push_back(size * x);
                EXPECT_GT(value_at(equations, system, state, "G", change), least) << system.title();
            }
    }
}

// Along D only G_W is stationary, not G, when the reaction follows another law.
TEST(Gauss, MinimizesAnotherFunctionWhereReactionsAreGeneralized) {
    for (const HardSystem& hard : {charged_particles(), reaction_direction()}) {
        const System& system = hard.system;
        const State& state = hard.state;
        const Equations equations = gauss(system);
        bool g_moves = false;
        for (const Vector& delta : virtual_displacements(equations, system, state)) {
            const auto slope = [&](const char* symbol) {
                return Curve::difference_quotient([&](Real size) {
                    Vector change;
                    for (const Real x : delta) change.push_back(size * x);
                    return value_at(equations, system, state, symbol, change);
                });
            };
            EXPECT_LT(std::fabs(slope("G_W")), 1e-13L) << system.title();
            g_moves = g_moves || std::fabs(slope("G")) > 1e-3L;
        }
        EXPECT_TRUE(g_moves) << system.title();
    }
}

TEST(Gauss, ReproducesTheChargedParticles) {
    const Json c = reference("bs_pointwise");
    const auto [system, near] = charged_particles();
    State state = near;
    state.v = {0.4L, 0.4L * number(c["A"])};
    const Equations equations = gauss(system);
    const Evaluated value(equations, system, state);
    const auto expect_step = [&](const char* symbol, const Vector& expected) {
        expect_near(value(all_entries(step(equations, symbol))), expected, symbol);
    };
    expect_step("a_free", numbers(c["Y_U"]));
    expect_step("Π_D", all_numbers(c["Pi_D"]));
    expect_step("Π_W⊥", all_numbers(c["Pi_Wperp"]));
    expect_step("[,]", all_numbers(c["bracket_matrix_(39)"]));
    expect_step("G", {number(c["G_at_X_R_(42)"])});
    expect_step("G_W", {number(c["G_W_at_X_R"])});
    expect_near(value(equations.accelerations), numbers(c["X_R_acceleration"]), "X_R");
    expect_near(value(equations.reactions), numbers(c["F_c"]), "F^c");
    Vector by_reaction = value(equations.accelerations);
    const Vector free = numbers(c["Y_U"]);
    for (std::size_t i = 0; i < 2; ++i) by_reaction[i] -= free[i];
    expect_near(by_reaction, numbers(c["X_Fc_acceleration_(37)"]), "X_F^c");

    Description ideal = system.description;
    ideal.reaction_vanishes_on.clear();
    const System classical = build(ideal);
    expect_near(motion_of(gauss(classical), classical, state).a,
                numbers(c["classical_(W=D)_acceleration_for_contrast"]), "classical");
}

}  // namespace
}  // namespace rattleback::testing
