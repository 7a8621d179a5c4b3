#include "geometry/christoffel.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/matrices.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"
#include "support/curved_metric.hpp"

namespace rattleback::testing {
namespace {

TEST(Christoffel, HasTheReferenceValues) {
    const System system = build(curved_metric());
    const Metric g = metric(system);
    const ExprTensor first = christoffel_first_kind(g);
    const Json expected = reference("d_pointwise");
    expect_values(system, all_entries(g.upper), all_numbers(expected["g_inverse"]), "g^ij");
    expect_values(system, all_entries(first),
                  all_tensor_numbers(expected["christoffel_first_kind_[i][j][k]"]), "Γ_ijk");
    expect_values(system, all_entries(christoffel_second_kind(g, first)),
                  all_tensor_numbers(expected["christoffel_second_kind_[i][k][s]"]), "{r ks}");
}

TEST(Christoffel, OfPolarCoordinates) {
    const System system =
        build({.coordinates = {"r", "theta"}, .lagrangian = "(r'^2 + r^2*theta'^2)/2"});
    const Metric g = metric(system);
    const ExprTensor first = christoffel_first_kind(g), second = christoffel_second_kind(g, first);
    const Expr r = system.q[0];
    EXPECT_EQ(second, (ExprTensor{{{0, 0}, {0, -r}}, {{0, 1 / r}, {1 / r, 0}}}));
    EXPECT_EQ(inertial_terms(first, system.v),
              (ExprVector{-r * pow(system.v[1], 2), 2 * r * system.v[0] * system.v[1]}));
}

// Γ_ijk = Σ m ∂ᵢⱼr·∂ₖr for particles [B §7].
TEST(Christoffel, OfParticlesAreTheirSecondDerivatives) {
    const System system = build(
        {.coordinates = {"u", "w"},
         .particles = {{.name = "P", .mass = "2", .position = {"u*cos(w)", "u^2 + w", "sin(u*w)"}},
                       {.name = "R", .mass = "3", .position = {"w^2", "exp(u)", "u - w"}}}});
    const ExprTensor gamma = christoffel_first_kind(metric(system));
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j)
            for (std::size_t k = 0; k < 2; ++k) {
                Expr sum;
                for (const Particle& p : system.particles)
                    for (const Expr& r : p.position)
                        sum += p.mass * derivative(derivative(r, system.q[i]), system.q[j]) *
                               derivative(r, system.q[k]);
                EXPECT_TRUE(are_equal(gamma[i][j][k], sum).proved_zero()) << i << j << k;
            }
}

// f_i = Q_i − Γ_ksi vᵏvˢ, with gyroscopic terms, a metric that moves, and forces.
TEST(Metric, LeavesTheRestOfTheFreeMotionToForces) {
    const System system =
        build({.coordinates = {"x", "y", "z"},
               .parameters = {{"m", "3/2"}},
               .lagrangian = "m*((1 + t^2*y^2)*x'^2 + exp(x)*y'^2 + z'^2 + x*t*y'*z')/2"
                             " + (t*y*z*x' - sin(x*t)*y' + x^2*y*z') - x*y*cos(t)*z",
               .forces = {{.on = "x", .value = "-y'^2*x"}, {.on = "z", .value = "t"}}});
    const Metric g = metric(system);
    const ExprVector inertia = inertial_terms(christoffel_first_kind(g), system.v);
    const ExprVector force = force_beside_metric(system, g);
    const auto [mass, f] = free_motion(system);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(are_equal(f[i], force[i] - inertia[i]).proved_zero()) << i;
        EXPECT_TRUE(are_equal(dot(g.lower[i], system.v), dot(mass[i], system.v)).proved_zero());
        EXPECT_FALSE(force[i].is_zero());
    }
}

TEST(Metric, IsRaisedAndLowered) {
    const System system = build(curved_metric());
    const Metric g = metric(system);
    const ExprVector back = lowered(g, raised(g, system.v));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(are_equal(back[i], system.v[i]).proved_zero());
}

TEST(Metric, NeedsAQuadraticLagrangian) {
    EXPECT_TRUE(has_metric(build({.coordinates = {"x"}, .lagrangian = "x'^4/x'^2 + x*x'"})));
    const System system =
        build({.coordinates = {"x", "y"}, .lagrangian = "-sqrt(1 - x'^2 - y'^2)"});
    EXPECT_FALSE(has_metric(system));
    try {
        metric(system);
        FAIL();
    } catch (const DerivationError& error) {
        EXPECT_STREQ(error.what(),
                     "the Lagrangian is not quadratic in the velocities, so it gives no metric");
    }
}

// Velocities that only seem to be there.
TEST(Metric, SeesThroughDisguises) {
    const System system =
        build({.coordinates = {"x", "y"},
               .lagrangian = "(x'^3 + x'*y'^2)/(2*x') + (sin(x')^2 + cos(x')^2)*x*y'"});
    ASSERT_TRUE(has_metric(system));
    EXPECT_EQ(metric(system).lower, (ExprMatrix{{1, 0}, {0, 1}}));
}

}  // namespace
}  // namespace rattleback::testing
