// The Udwadia–Kalaba equations: the motion against motion_oracle.hpp; redundant and contradictory
// constraints against what the pseudo-inverse is defined by.
#include "equations/udwadia_kalaba.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "compiled/equations_of_motion.hpp"
#include "support/explicit_systems.hpp"

namespace rattleback {
namespace {

using namespace testing;

TEST(UdwadiaKalaba, HasTheMotion) {
    for (const HardSystem& hard :
         {chaplygin_sleigh(), curved_with_damping(), ball_on_turntable(), rheonomic(),
          perpendicular_velocities(), appell_hamel(), rolling_disc(), positional_and_kinematic(),
          second_order(), without_closed_form(), not_quadratic(), curved_k1(), curved_k2(),
          moving_particles()}) {
        ASSERT_EQ(udwadia_kalaba_refusal(hard.system), std::nullopt) << hard.system.title();
        expect_motion(udwadia_kalaba(hard.system), hard);
    }
}

TEST(UdwadiaKalaba, HasTheFreeMotionAmongItsUnknowns) {
    const auto [system, state] = curved_with_damping();
    System free = system;
    free.constraints.clear();
    const Equations equations = udwadia_kalaba(system);
    const Evaluated value(equations, system, state);
    const ExprVector a_free(equations.unknowns.begin() + 3, equations.unknowns.begin() + 6);
    EXPECT_EQ(a_free,
              (ExprVector{symbol("q1_free", 2), symbol("q2_free", 2), symbol("q3_free", 2)}));
    expect_near(value(a_free), true_motion(free, state).a, "free motion");
    expect_motion(udwadia_kalaba(free), free, state);
}

HardSystem redundant() {
    return hard_system(
        {.title = "Redundant",
         .coordinates = {"x", "y", "z", "w"},
         .lagrangian = "((1 + y^2)*x'^2 + 2*y'^2 + (3 + sin(x))*z'^2 + w'^2)/2 + x*y'*w' - x*z*w",
         .forces = {{.on = "w", .value = "-w'/2"}},
         .constraints = {{.name = "a", .equation = "x'*sin(w) - y'*cos(w) = t*z"},
                         {.name = "b", .equation = "z' = y*x' + x*w'"},
                         {.name = "c",
                          .equation = "x'*sin(w) - y'*cos(w) + x*(z' - y*x' - x*w') = t*z"},
                         {.name = "d", .equation = "2*z' = 2*(y*x' + x*w')"}}},
        {.t = 0.3L, .q = {0.4L, -0.9L, 0.3L, 0.5L}, .v = {0.8L, 0.5L, -0.2L, 0.3L}});
}

TEST(UdwadiaKalaba, SurvivesRedundantConstraints) {
    const auto [system, state] = redundant();
    const Equations equations = udwadia_kalaba(system);
    expect_motion(equations, system, state);
    // All rows take part, and the system is regular: the oracle leaves no unknown free.
    const Evaluated value(equations, system, state);
    Matrix m;
    for (const ExprVector& row : equations.matrix) m.push_back(value(row));
    for (std::size_t j = 0; j < m.size(); ++j) {
        Vector unit(m.size());
        unit[j] = 1;
        const Vector x = solution(m, unit);
        Vector product(m.size());
        for (std::size_t i = 0; i < m.size(); ++i)
            for (std::size_t k = 0; k < m.size(); ++k) product[i] += m[i][k] * x[k];
        expect_near(product, unit, "regular", 1e-12L);
    }
    ASSERT_EQ(equations.notes.size(), 1U);
    EXPECT_EQ(to_text(equations.notes[0]),
              "Some constraints follow from the others; of all multipliers with the same reaction "
              "the shortest are taken.");
}

// Row c = row a + x·row b, row d = 2·row b: the shortest multipliers are orthogonal to both relations.
TEST(UdwadiaKalaba, TakesTheShortestMultipliers) {
    const auto [system, state] = redundant();
    const Equations equations = udwadia_kalaba(system);
    const Evaluated value(equations, system, state);
    const ExprVector lambda(equations.unknowns.begin() + 8, equations.unknowns.begin() + 12);
    const Vector l = value(lambda);
    EXPECT_GT(std::fabs(l[0]), 0.01L);
    EXPECT_NEAR(static_cast<double>(l[0] + state.q[0] * l[1] - l[2]), 0, 1e-15);
    EXPECT_NEAR(static_cast<double>(2 * l[1] - l[3]), 0, 1e-15);
}

// x' = t and x' = 2t together: A⁺ b is the mean, and the direction y is untouched.
TEST(UdwadiaKalaba, TakesTheMeanOfContradictoryConstraints) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(3*x'^2 + 2*y'^2)/2 - 4*y",
                                 .constraints = {{.name = "one", .equation = "x' = t"},
                                                 {.name = "two", .equation = "x' = 2*t"}}});
    const State state{.t = 1, .q = {0, 0}, .v = {1, 1}};
    const Evaluated value(udwadia_kalaba(system), system, state);
    expect_near(value(system.a), {1.5L, -2}, "accelerations");
}

// A blade that is told twice, in any unit of mass: x'' = −φ' u sin φ with u along the blade, in double
// precision as the runs have it.
TEST(UdwadiaKalaba, KeepsItsDigitsInAllUnitsOfMass) {
    for (const int power : {-20, -10, 0, 10, 20}) {
        const std::string mass = "10^(" + std::to_string(power) + ")";
        const System system = build(
            {.coordinates = {"x", "y", "phi"},
             .lagrangian = mass + "*(x'^2 + y'^2 + phi'^2)/2",
             .constraints = {{.name = "blade", .equation = "x'*sin(phi) = y'*cos(phi)"},
                             {.name = "again", .equation = "3*y'*cos(phi) = 3*x'*sin(phi)"}}});
        const double phi = 0.7, turn = 1.3, u = 0.9;
        const EquationsOfMotion motion(system, udwadia_kalaba(system));
        const std::vector<double> in = motion.input(
            std::vector<double>{0, 0, phi, u * std::cos(phi), u * std::sin(phi), turn}, 0);
        std::vector<double> rates(6);
        motion.rates()(in.data(), rates.data());
        EXPECT_NEAR(rates[3], -turn * u * std::sin(phi), 1e-14) << mass;
        EXPECT_NEAR(rates[4], turn * u * std::cos(phi), 1e-14) << mass;
        EXPECT_NEAR(rates[5], 0, 1e-14) << mass;
    }
}

TEST(UdwadiaKalaba, NamesItsUnknownsAwayFromCoordinates) {
    const System system = build({.coordinates = {"x", "x_free", "mu1"},
                                 .lagrangian = "x'^2 + x_free'^2 + mu1'^2",
                                 .constraints = {{.name = "c", .equation = "x' = mu1*x_free'"}}});
    const Equations equations = udwadia_kalaba(system);
    ExprVector sorted = equations.unknowns;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (const Expr& q : system.q)
        EXPECT_EQ(std::count(equations.unknowns.begin(), equations.unknowns.end(), q), 0);
}

TEST(UdwadiaKalaba, SaysWhyItRefuses) {
    EXPECT_EQ(udwadia_kalaba_refusal(reaction_direction().system).value(),
              "the constraint 'steered' is not ideal: its reaction has a direction of its own");
}

}  // namespace
}  // namespace rattleback
