#include "geometry/projectors.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "geometry/inverse.hpp"
#include "rattleback/errors.hpp"
#include "support/hard_systems.hpp"
#include "support/reference_values.hpp"

namespace rattleback::testing {
namespace {

void expect_equal(const ExprMatrix& actual, const ExprMatrix& expected, const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size()) << what;
    for (std::size_t i = 0; i < actual.size(); ++i)
        for (std::size_t j = 0; j < actual[i].size(); ++j)
            EXPECT_TRUE(are_equal(actual[i][j], expected[i][j]).proved_zero())
                << what << ", entry " << i << j;
}

ExprMatrix columns(const std::vector<ExprVector>& vectors) { return transposed(vectors); }

// Two charged particles on a line in a controlled field [S 25–37]; A is not specified.
System charged_particles_in(const std::string& a) {
    Description description{
        .title = "Charged particles",
        .coordinates = {"q1", "q2"},
        .parameters =
            {{"m1", "1"}, {"m2", "3/2"}, {"kappa", "2"}, {"a", "1"}, {"k", "1"}, {"e", "1"}},
        .lagrangian = "(m1*q1'^2 + m2*q2'^2)/2 - kappa*(q2 - q1 - a)^2/2 - k*e^2/(q2 - q1)",
        .constraints = {{.name = "ratio", .equation = "q2' = " + a + "*q1'"}},
        .reaction_vanishes_on = {{{"q1", "1"}, {"q2", "-1"}}}};
    if (a == "A") description.functions = {{.name = "A", .arguments = {"q1", "q2"}}};
    return build(description);
}

struct ChargedParticles {
    System system;
    CoreSystem core = core_system(system);
    Expr m1 = symbol("m1"), m2 = symbol("m2");
    Expr a = -core.a[0][0] / core.a[0][1];                   // A, from the row of accelerations
    Expr b = -core.beta[0] / core.a[0][1];                   // [S 28]
    ExprVector y_u{core.force[0] / m1, core.force[1] / m2};  // the free accelerations

    // Π_W⊥(u) of (36) and X_Fᶜ of (37).
    ExprVector onto_w_perp(const ExprVector& u) const {
        const Expr share = (a * u[0] - u[1]) / (m2 * a - m1);
        return {m2 * share, m1 * share};
    }
};

TEST(Projectors, OfChargedParticlesAreAsPrinted) {
    for (const std::string a :
         {"A", "(2 + 3/10*sin(q1))", "(3/2 + sin(q1 + 2*q2)/5)", "(q1 - q2^3)"}) {
        const ChargedParticles charged{charged_particles_in(a)};
        const auto [onto_d, onto_w_perp] = projectors(charged.core);
        expect_equal(onto_w_perp,
                     columns({charged.onto_w_perp({1, 0}), charged.onto_w_perp({0, 1})}),
                     "Π_W⊥ " + a);
        const Expr share = 1 / (charged.m2 * charged.a - charged.m1);
        const ExprVector d{-charged.m1 * share, charged.m2 * share};
        expect_equal(onto_d, {d, {charged.a * d[0], charged.a * d[1]}}, "Π_D " + a);
        EXPECT_TRUE(are_equal(transversality(charged.core),
                              charged.core.a[0][1] * charged.core.n[0][0] *
                                  (charged.m1 - charged.m2 * charged.a) / (charged.m1 * charged.m2))
                        .proved_zero())
            << a;
    }
}

// X_R = X_U + X_Fᶜ: (37), the reaction with its corrected sign, and Y_R of §4, against the core system.
TEST(Projectors, GiveTheMotionOfChargedParticles) {
    for (const std::string a : {"A", "(2 + 3/10*sin(q1))", "(q1 - q2^3)"}) {
        const ChargedParticles charged{charged_particles_in(a)};
        const auto& [system, core, m1, m2, slope, b, y] = charged;
        const ExprVector x_fc = charged.onto_w_perp({y[0], y[1] - b});
        const ExprVector x_r{y[0] - x_fc[0], y[1] - x_fc[1]};
        EXPECT_TRUE(is_zero(dot(core.a[0], x_r) + core.beta[0]).proved_zero());
        const Expr reaction = -m1 * m2 * (slope * y[0] - (y[1] - b)) / (m2 * slope - m1);
        EXPECT_TRUE(are_equal(m1 * x_r[0], core.force[0] + reaction).proved_zero());
        EXPECT_TRUE(are_equal(m2 * x_r[1], core.force[1] + reaction).proved_zero());
        const Expr y_r = (m1 * y[0] + m2 * (b - y[1])) / (m1 - m2 * slope);
        EXPECT_TRUE(are_equal(x_r[0], y_r).proved_zero());
        EXPECT_TRUE(are_equal(x_r[1], slope * y_r + b).proved_zero());
    }
}

TEST(Projectors, HaveTheReferenceValues) {
    const ChargedParticles charged{charged_particles_in("(3/2 + sin(q1 + 2*q2)/5)")};
    const Json expected = reference("bs_pointwise");
    const State state = on_constraints(
        charged.system, {.t = 0, .q = {0.1L, 1.6L}, .v = {0.4L, 0.4L * number(expected["A"])}});
    OracleValue<Real> value(values_of(charged.system, state));
    const auto values = [&](const ExprVector& entries) {
        Vector result;
        for (const Expr& e : entries) result.push_back(value(e));
        return result;
    };
    const Projectors p = projectors(charged.core);
    expect_near(values({charged.a, charged.b}), {number(expected["A"]), number(expected["b"])},
                "A, b");
    expect_near(values(charged.y_u), numbers(expected["Y_U"]), "Y_U");
    expect_near(values(all_entries(p.onto_d)), all_numbers(expected["Pi_D"]), "Π_D");
    expect_near(values(all_entries(p.onto_w_perp)), all_numbers(expected["Pi_Wperp"]), "Π_W⊥");
    const ExprMatrix bracket = gauss_product(charged.core, p);
    expect_near(values(all_entries(bracket)), all_numbers(expected["bracket_matrix_(39)"]),
                "[u, w]");
    const ExprVector x_fc = product(p.onto_w_perp, {-charged.y_u[0], charged.b - charged.y_u[1]});
    expect_near(values(x_fc), numbers(expected["X_Fc_acceleration_(37)"]), "(37)");
    // The constraint of Gauss at the motion, in both norms [S 42].
    const Vector both = values(
        {dot(x_fc, product(bracket, x_fc)) / 2, dot(x_fc, product(charged.core.mass, x_fc)) / 2});
    expect_near(both, {number(expected["G_W_at_X_R"]), number(expected["G_at_X_R_(42)"])}, "G");
}

TEST(Projectors, StartAsTheReferenceCasesDo) {
    const Json all = reference("initial_rates");
    for (const auto& [name, a] :
         {std::pair<std::string, std::string>{"bs_charged_A1", "(2 + 3/10*sin(q1))"},
          {"bs_charged_classical", "(-1)"}}) {
        const ChargedParticles charged{charged_particles_in(a)};
        const Vector start = numbers(all[name + " state"]), rates = numbers(all[name + " rates"]);
        const ExprVector x_fc = product(projectors(charged.core).onto_w_perp,
                                        {-charged.y_u[0], charged.b - charged.y_u[1]});
        OracleValue<Real> value(values_of(
            charged.system, {.t = 0, .q = {start[0], start[1]}, .v = {start[2], start[3]}}));
        expect_near({value(charged.y_u[0] + x_fc[0]), value(charged.y_u[1] + x_fc[1])},
                    {rates[2], rates[3]}, name);
    }
}

// What makes them projectors along the splitting, for two constraints and a position-dependent
// metric; and the accelerations they give, against the motion by plain numbers.
TEST(Projectors, SplitTheAccelerationsOfHardSystems) {
    for (const auto& [system, state] : hard_systems()) {
        const CoreSystem core = core_system(system);
        const auto [onto_d, onto_w_perp] = projectors(core);
        OracleValue<Real> value(values_of(system, state));
        const Motion motion = true_motion(system, state);
        const std::size_t n = system.size();
        // a solves the constraints, so it can be the a₀ of (22): Π_D(a_free − a) = 0 and a₀ drops out.
        Vector lack(n), kept(n), projected_w(n);
        const ExprVector a_free = product(inverse(core.mass), core.force);
        for (std::size_t i = 0; i < n; ++i) lack[i] = value(a_free[i]) - motion.a[i];
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                kept[i] += value((i == j ? 1 : 0) - onto_d[i][j]) * lack[j];
                projected_w[i] += value(onto_w_perp[i][j]) * lack[j];
            }
        expect_near(projected_w, lack, "Π_W⊥ of '" + system.title() + "'", 1e-12L);
        expect_near(kept, lack, "Π_D of '" + system.title() + "'", 1e-12L);
        const ExprMatrix twice = product(onto_d, onto_d), cut = product(core.a, onto_d);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                EXPECT_NEAR(static_cast<double>(value(twice[i][j] - onto_d[i][j])), 0, 1e-13);
        for (const Expr& e : all_entries(cut)) EXPECT_NEAR(static_cast<double>(value(e)), 0, 1e-13);
    }
}

// [u, w] = ⟨u, w⟩ exactly when W = D.
TEST(GaussProduct, IsTheMassMatrixForIdealConstraints) {
    const auto skate = build({.coordinates = {"x", "y", "phi"},
                              .parameters = {{"m", "2"}, {"J", "3"}},
                              .lagrangian = "(m*(x'^2 + y'^2) + J*phi'^2)/2 + x'*phi'*cos(y)",
                              .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}}});
    const CoreSystem core = core_system(skate);
    expect_equal(gauss_product(core, projectors(core)), core.mass, "ideal");
    const ChargedParticles charged{charged_particles_in("A")};
    const ExprMatrix bracket = gauss_product(charged.core, projectors(charged.core));
    EXPECT_TRUE(are_equal(bracket[0][1], bracket[1][0]).proved_zero());
    EXPECT_TRUE(is_zero(bracket[0][1]).proved_nonzero());
}

TEST(Projectors, WithoutConstraintsKeepEverything) {
    const CoreSystem core =
        core_system(build({.coordinates = {"x", "y"}, .lagrangian = "(x'^2 + x^2*y'^2)/2"}));
    const auto [onto_d, onto_w_perp] = projectors(core);
    EXPECT_EQ(onto_d, identity(2));
    EXPECT_EQ(onto_w_perp, (ExprMatrix{{0, 0}, {0, 0}}));
    EXPECT_EQ(transversality(core), 1);
}

// A reaction that cannot do what the constraint asks: M⁻¹Nᵀ lies in ker A.
TEST(Transversality, VanishesWhereTheReactionIsOfNoUse) {
    const CoreSystem core = core_system(build(
        {.coordinates = {"x", "y"},
         .parameters = {{"m", "2"}},
         .lagrangian = "m*x'^2/2 + y'^2/2",
         .constraints = {
             {.name = "c", .equation = "x' = m*y'", .reaction = {{"x", "m^2"}, {"y", "1"}}}}}));
    EXPECT_EQ(transversality(core), 0);
    try {
        projectors(core);
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(), "the matrix to be inverted is singular at every state");
    }
}

// Of two constraints in a curved metric: det(A M⁻¹Nᵀ) from its own matrix.
TEST(Transversality, IsTheDeterminant) {
    const auto [system, state] = reaction_direction();
    const CoreSystem core = core_system(system);
    const ExprMatrix m = product(core.a, product(inverse(core.mass), transposed(core.n)));
    EXPECT_TRUE(
        are_equal(transversality(core), m[0][0] * m[1][1] - m[0][1] * m[1][0]).proved_zero());
}

}  // namespace
}  // namespace rattleback::testing
