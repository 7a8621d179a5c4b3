// Particles, energies and Lagrangians are three ways to say the same motion.
#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "model/system.hpp"

namespace rattleback {
namespace {

void expect_equal(const Expr& a, const Expr& b) {
    EXPECT_TRUE(are_equal(a, b).proved_zero()) << to_text(a) << " is not " << to_text(b);
}

// M = ∂²L/∂v∂v and f of Lagrange's equations, M a = f.
void expect_same_motion(const System& a, const System& b) {
    ASSERT_EQ(a.q, b.q);
    const ExprMatrix mass_a = hessian(a.lagrangian, a.v), mass_b = hessian(b.lagrangian, b.v);
    const auto force = [](const System& s, std::size_t i) {
        const Expr momentum = derivative(s.lagrangian, s.v[i]);
        return derivative(s.lagrangian, s.q[i]) -
               derivative_along(momentum, s.by_time_without_accelerations()) + s.force[i];
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
        expect_equal(force(a, i), force(b, i));
        for (std::size_t j = 0; j < a.size(); ++j) expect_equal(mass_a[i][j], mass_b[i][j]);
    }
}

const std::vector<Assignment> constants{
    {"m1", "1"}, {"m2", "2"}, {"l1", "3"}, {"l2", "4"}, {"g", "5"}};

// The double pendulum; y points up.
Description double_pendulum() {
    return {.coordinates = {"alpha", "beta"}, .parameters = constants};
}

TEST(FreeMotion, OfParticlesEqualsThatOfTheLagrangian) {
    Description particles = double_pendulum();
    particles.particles = {
        {.mass = "m1", .position = {"l1*sin(alpha)", "-l1*cos(alpha)"}, .force = {"0", "-m1*g"}},
        {.name = "bob",
         .mass = "m2",
         .position = {"l1*sin(alpha) + l2*sin(beta)", "-l1*cos(alpha) - l2*cos(beta)"}}};
    particles.forces = {{.particle = "bob", .vector = {"0", "-m2*g"}}};
    Description lagrangian = double_pendulum();
    lagrangian.lagrangian =
        "(m1 + m2)*l1^2*alpha'^2/2 + m2*l2^2*beta'^2/2 + m2*l1*l2*alpha'*beta'*cos(alpha - beta) + "
        "(m1 + m2)*g*l1*cos(alpha) + m2*g*l2*cos(beta)";
    const System a = build(particles), b = build(lagrangian);
    expect_same_motion(a, b);
    ASSERT_EQ(a.particles.size(), 2U);
    EXPECT_EQ(a.particles[0].name, "P1");
    EXPECT_EQ(a.particles[1].name, "bob");
    EXPECT_EQ(a.particles[1].mass, symbol("m2"));
    EXPECT_EQ(a.particles[1].force, (ExprVector{0, parse("-m2*g")}));
    EXPECT_EQ(a.particles[0].force, (ExprVector{0, parse("-m1*g")}));
}

TEST(FreeMotion, OfAParticleOnAMovingPlace) {
    const System a =
        build({.coordinates = {"r"},
               .parameters = {{"m", "1"}, {"w", "2"}},
               .particles = {{.mass = "m", .position = {"r*cos(w*t)", "r*sin(w*t)", "0"}}}});
    const System b = build({.coordinates = {"r"},
                            .parameters = {{"m", "1"}, {"w", "2"}},
                            .lagrangian = "m*(r'^2 + w^2*r^2)/2"});
    expect_same_motion(a, b);
}

TEST(FreeMotion, OfEnergiesIsThatOfTheirDifference) {
    const System system = build({.coordinates = {"x"}, .kinetic = "x'^2/2", .potential = "t*x^2"});
    EXPECT_EQ(system.lagrangian, parse("x'^2/2 - t*x^2"));
    EXPECT_EQ(build({.coordinates = {"x"}, .kinetic = "x'^2/2"}).lagrangian, parse("x'^2/2"));
}

TEST(FreeMotion, AddsForcesOfAllKinds) {
    const System system = build({.coordinates = {"x", "y"},
                                 .parameters = {{"k", "1"}, {"c", "2"}},
                                 .lagrangian = "x'^2 + y'^2",
                                 .forces = {{.on = "x", .value = "-c*x'"},
                                            {.components = {{"x", "y"}, {"y", "t"}}},
                                            {.potential = "k*x^2/2 + x*y"}}});
    EXPECT_EQ(system.force, (ExprVector{parse("-c*x' - k*x"), parse("t - x")}));
}

TEST(FreeMotion, OfAPotentialForceIsThatOfThePotentialEnergy) {
    Description as_force = double_pendulum(), as_energy = double_pendulum();
    as_force.lagrangian = "alpha'^2 + beta'^2 + cos(alpha)*alpha'*beta'";
    as_force.forces = {{.potential = "g*sin(alpha)*beta^2"}};
    as_energy.kinetic = as_force.lagrangian;
    as_energy.potential = "g*sin(alpha)*beta^2";
    expect_same_motion(build(as_force), build(as_energy));
}

}  // namespace
}  // namespace rattleback
