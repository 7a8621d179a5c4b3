#include "dynamics/linearization.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "compiled/equations_of_motion.hpp"
#include "equations/formulations.hpp"
#include "start/initial_state.hpp"
#include "support/chart_systems.hpp"
#include "support/small_systems.hpp"

namespace rattleback {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::pendulum;
using testing::pendulum_in_plane;
using testing::rolling_disc_model;
using testing::sleigh;
using ::testing::StartsWith;

Description with(Description description, const std::string& parameter, const std::string& value) {
    for (Assignment& p : description.parameters)
        if (p.name.text() == parameter) p.formula = value;
    return description;
}

std::vector<std::string> texts(const ExprVector& symbols) {
    return to_texts(Sentences(symbols.begin(), symbols.end()));
}

void expect_near(const Complex& a, const Complex& b, double tolerance = 1e-13) {
    EXPECT_NEAR(a.real(), b.real(), tolerance);
    EXPECT_NEAR(a.imag(), b.imag(), tolerance);
}

// A x = λ x, and det-free: the modes are those of the matrix.
void expect_modes_of(const Linearization& small) {
    for (const Mode& m : small.spectrum.modes) {
        for (std::size_t i = 0; i < small.a.size(); ++i) {
            Complex sum = 0;
            for (std::size_t j = 0; j < small.a.size(); ++j) sum += small.a[i][j] * m.shape[j];
            EXPECT_LT(std::abs(sum - m.eigenvalue * m.shape[i]), 1e-12);
        }
    }
}

TEST(Linearization, PendulumHangingAndInverted) {
    const double omega = std::sqrt(9.81 * 3 / 2);
    const Linearization hanging = linearize(build(pendulum("0")));
    EXPECT_THAT(texts(hanging.state), ElementsAre("theta", "theta'"));
    expect_near(hanging.spectrum.modes.at(0).eigenvalue, {0, omega});
    expect_near(hanging.spectrum.modes.at(1).eigenvalue, {0, -omega});
    EXPECT_EQ(hanging.spectrum.stability(), Stability::FirstOrder);
    EXPECT_EQ(
        to_text(hanging.verdict),
        "Stable to first order (marginal): no mode grows exponentially, 1 oscillation neither "
        "grows nor decays. The linearization alone does not decide about the motion itself.");
    expect_modes_of(hanging);
    const Linearization inverted = linearize(build(pendulum("pi")));
    expect_near(inverted.spectrum.modes.at(0).eigenvalue, omega);
    expect_near(inverted.spectrum.modes.at(1).eigenvalue, -omega);
    EXPECT_EQ(inverted.spectrum.stability(), Stability::Unstable);
    EXPECT_THAT(to_text(inverted.verdict),
                StartsWith("Unstable: a mode grows as exp(3.836 t), doubling in 0.18069."));
    expect_modes_of(inverted);
}

// λ² + (c/m) λ + k/m = 0.
TEST(Linearization, DampedOscillatorIsAsymptoticallyStable) {
    const Linearization small = linearize(build({.coordinates = {"x"},
                                                 .lagrangian = "x'^2/2 - 2*x^2",
                                                 .forces = {{.on = "x", .value = "-x'/2"}}}));
    expect_near(small.spectrum.modes.at(0).eigenvalue, {-0.25, std::sqrt(4 - 0.0625)});
    EXPECT_EQ(small.spectrum.stability(), Stability::Asymptotic);
    EXPECT_THAT(to_text(small.verdict),
                StartsWith("Asymptotically stable: every mode decays, the slowest as "
                           "exp(-0.25 t), oscillating with the frequency 1.98"));
}

// A double eigenvalue −1 with one eigenvector is no neutral mode.
TEST(Linearization, CriticallyDampedOscillatorDecays) {
    const Linearization small = linearize(build({.coordinates = {"x"},
                                                 .lagrangian = "x'^2/2 - x^2/2",
                                                 .forces = {{.on = "x", .value = "-2*x'"}}}));
    EXPECT_EQ(small.spectrum.stability(), Stability::Asymptotic);
    for (const Mode& m : small.spectrum.modes) {
        EXPECT_NEAR(m.eigenvalue.real(), -1, 1e-7);
        EXPECT_EQ(m.trend, Trend::Decays);
    }
}

// Equal masses and lengths: ω² = (2 ± √2) g/l.
TEST(Linearization, DoublePendulum) {
    const Linearization small = linearize(
        build({.coordinates = {"a", "b"},
               .parameters = {{"g", "9.81"}, {"l", "5/4"}},
               .lagrangian = "l^2*(a'^2 + b'^2/2 + a'*b'*cos(a - b)) + g*l*(2*cos(a) + cos(b))"}));
    const double slow = std::sqrt((2 - std::numbers::sqrt2) * 9.81 / 1.25);
    const double fast = std::sqrt((2 + std::numbers::sqrt2) * 9.81 / 1.25);
    ASSERT_EQ(small.spectrum.modes.size(), 4U);
    expect_near(small.spectrum.modes[0].eigenvalue, {0, slow});
    expect_near(small.spectrum.modes[1].eigenvalue, {0, -slow});
    expect_near(small.spectrum.modes[2].eigenvalue, {0, fast});
    expect_near(small.spectrum.modes[3].eigenvalue, {0, -fast});
    // b/a = ±√2: in the slow mode the bobs swing together.
    const auto& shape = small.spectrum.modes[0].shape;
    expect_near(shape[1] / shape[0], std::numbers::sqrt2);
    expect_modes_of(small);
}

// λ = −m a v/(J + m a²), and a zero for the speed; behind the blade the mass makes it unstable.
TEST(Linearization, SleighGlidesWithItsMassAhead) {
    const double ahead = -2 * 0.5 * 1.25 / (3 + 2 * 0.25);
    const Linearization small = linearize(build(sleigh()));
    EXPECT_THAT(texts(small.cyclic), ElementsAre("x", "y", "phi"));
    ASSERT_EQ(small.spectrum.modes.size(), 2U);
    expect_near(small.spectrum.modes[0].eigenvalue, 0);
    expect_near(small.spectrum.modes[1].eigenvalue, ahead);
    EXPECT_EQ(small.spectrum.stability(), Stability::FirstOrder);
    EXPECT_EQ(small.spectrum.zeros(), 1U);
    const Linearization behind = linearize(build(with(sleigh(), "a", "-1/2")));
    expect_near(behind.spectrum.modes[0].eigenvalue, -ahead);
    EXPECT_EQ(behind.spectrum.stability(), Stability::Unstable);
    // G of the normal form is J + m a² and m, in some order.
    ASSERT_EQ(small.mass.size(), 2U);
    EXPECT_NEAR(small.mass[0][0] * small.mass[1][1] - small.mass[0][1] * small.mass[1][0], 2 * 3.5,
                1e-14);
}

// Upright: θ̈ = (4/5) (1 − 3 w²) θ, by the equations of Kane's form linearized by hand.
TEST(Linearization, RollingDisc) {
    const Linearization small = linearize(build(with(rolling_disc_model(), "w", "1/2")));
    EXPECT_THAT(texts(small.cyclic), ElementsAre("x", "y", "psi", "phi"));
    EXPECT_EQ(small.state.size(), 4U);
    EXPECT_EQ(small.spectrum.zeros(), 2U);
    const double rate = std::sqrt(0.8 * (1 - 3 * 0.25));
    expect_near(small.spectrum.modes.front().eigenvalue, rate);
    expect_near(small.spectrum.modes.back().eigenvalue, -rate);
    const Linearization fast = linearize(build(with(rolling_disc_model(), "w", "2")));
    EXPECT_EQ(fast.spectrum.stability(), Stability::FirstOrder);
    double largest = 0;
    for (const Mode& m : fast.spectrum.modes) largest = std::max(largest, m.eigenvalue.imag());
    EXPECT_NEAR(largest, std::sqrt(0.8 * 11), 1e-13);
}

TEST(Linearization, PositionalConstraintsGiveTheSameAsAnAngle) {
    for (const auto& [angle, y] : {std::pair{"0", "-l"}, std::pair{"pi", "l"}}) {
        const Linearization by_angle = linearize(build(pendulum(angle)));
        for (const char* form : {"benenti", "lagrange_multipliers", "udwadia_kalaba"}) {
            const Linearization by_place = linearize(build(pendulum_in_plane(y)), form);
            EXPECT_THAT(texts(by_place.dependent), ::testing::Contains("y"));
            ASSERT_EQ(by_place.spectrum.modes.size(), 2U) << form;
            for (std::size_t i = 0; i < 2; ++i) {
                expect_near(by_place.spectrum.modes[i].eigenvalue,
                            by_angle.spectrum.modes[i].eigenvalue);
            }
        }
    }
}

std::vector<Complex> apart_from_zeros(const Linearization& small) {
    std::vector<Complex> result;
    for (const Mode& m : small.spectrum.modes)
        if (!m.is_zero()) result.push_back(m.eigenvalue);
    return result;
}

// Straight rolling in forms with independent speeds and in all velocities.
TEST(Linearization, FormsAgreeApartFromZeros) {
    for (const Description& description :
         {sleigh(), with(sleigh(), "a", "-3"), with(rolling_disc_model(), "w", "1/2"),
          with(rolling_disc_model(), "w", "3/2")}) {
        const System system = build(description);
        const auto expected = apart_from_zeros(linearize(system, "benenti"));
        EXPECT_FALSE(expected.empty());
        for (const char* form : {"lagrange_multipliers", "gibbs_appell", "gauss", "kane"}) {
            const auto found = apart_from_zeros(linearize(system, form));
            ASSERT_EQ(found.size(), expected.size()) << form;
            for (std::size_t i = 0; i < found.size(); ++i) {
                expect_near(found[i], expected[i], 1e-11);
            }
        }
    }
}

// The oracle: central differences of the rates, in variables that need no reduction.
TEST(Linearization, MatrixIsThatOfDifferences) {
    const System system = build(
        {.coordinates = {"r", "s"},
         .parameters = {{"k", "3"}},
         .lagrangian = "(1 + s^2)*r'^2/2 + s'^2/2 + r'*s'*sin(r)/3 - k*(r^2 + s^2)/2 + r*s",
         .forces = {{.on = "r", .value = "s' - r'^3 - r'/5"}, {.on = "s", .value = "-sin(r')"}}});
    const Linearization small = linearize(system);
    const Equations equations = derive(system, "lagrange_multipliers");
    const EquationsOfMotion motion(system, equations);
    const SolvedFunction rates = motion.rates();
    const std::vector<double> state = initial_state(system, equations).state;
    EXPECT_THAT(texts(small.state), ElementsAre("r", "s", "r'", "s'"));
    for (std::size_t j = 0; j < 4; ++j) {
        const double h = 1e-5;
        std::vector<double> up = state, down = state, a(4), b(4);
        up[j] += h;
        down[j] -= h;
        rates(motion.input(up, 0).data(), a.data());
        rates(motion.input(down, 0).data(), b.data());
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_NEAR(small.a[i][j], (a[i] - b[i]) / (2 * h), 1e-8) << i << " " << j;
        }
    }
}

TEST(Linearization, RefusesWhatIsNotSteady) {
    Description falling = pendulum("1/10");
    try {
        linearize(build(falling));
        FAIL() << "a pendulum that falls is not steady";
    } catch (const NotSteady& error) {
        EXPECT_STREQ(
            error.what(),
            "The state is neither an equilibrium nor a steady motion: theta' changes at the "
            "rate -1.46905.");
    }
    try {
        linearize(build({.coordinates = {"x"}, .lagrangian = "x'^2/2 - x^2*(2 + sin(t))/2"}));
        FAIL() << "a spring that varies has no steady motion";
    } catch (const NumericalError& error) {
        EXPECT_THAT(error.what(), HasSubstr("depend on the time t"));
    }
}

// A free particle keeps its speed, and nothing depends on its place.
TEST(Linearization, DropsPlacesAndKeepsSpeeds) {
    const Linearization small =
        linearize(build({.coordinates = {"x"}, .lagrangian = "x'^2/2", .initial = {{"x'", "1"}}}));
    EXPECT_THAT(texts(small.cyclic), ElementsAre("x"));
    EXPECT_THAT(texts(small.state), ElementsAre("x'"));
    EXPECT_EQ(small.spectrum.zeros(), 1U);
    // One that falls has no steady motion.
    EXPECT_THROW(linearize(build({.coordinates = {"x"}, .lagrangian = "x'^2/2 - x"})), NotSteady);
}

// A bead on the unit sphere, drawn to (1, 0, 0), oscillates there with the frequency 1 in both
// directions; z is as small as rounding leaves it, and no chart may divide by it.
TEST(Linearization, IsOfTheMotionAndNotOfAChart) {
    Description d = testing::spherical_pendulum();
    d.lagrangian = "(x'^2 + y'^2 + z'^2)/2 + x";
    d.initial = {{"x", "1"}, {"z", "1e-17"}};
    const Linearization small = linearize(build(d));
    ASSERT_EQ(small.spectrum.modes.size(), 4U);
    for (const Mode& m : small.spectrum.modes)
        EXPECT_NEAR(std::abs(m.eigenvalue - Complex(0, m.eigenvalue.imag() > 0 ? 1 : -1)), 0, 1e-9);
}

// A sleigh that glides along y, its constraint by a tangent that has no value there.
TEST(Linearization, WhereAConstraintAsItIsWrittenHasNoValue) {
    Description plain = sleigh(), tangent = sleigh();
    plain.initial = tangent.initial = {{"phi", "pi/2"}, {"y'", "v"}, {"x'", "0"}};
    tangent.constraints[0].equation = "x'/cos(phi) = y'/sin(phi)";
    const Linearization a = linearize(build(plain)), b = linearize(build(tangent));
    ASSERT_EQ(a.spectrum.modes.size(), b.spectrum.modes.size());
    for (std::size_t i = 0; i < a.spectrum.modes.size(); ++i)
        expect_near(a.spectrum.modes[i].eigenvalue, b.spectrum.modes[i].eigenvalue);
}

// Two oscillators with frequencies 1 and 3, in any units of time, length and mass.
TEST(Linearization, IsTheSameInAllUnits) {
    for (const double mass : {1e-30, 1.0, 1e30})
        for (const double time : {1e-12, 1e-9, 1.0, 1e9, 1e12}) {
            const double rate = 1 / time;
            const Linearization small = linearize(build(
                {.coordinates = {"x", "y"},
                 .parameters = {{"m", fmt::format("{}", mass)}, {"w", fmt::format("{}", rate)}},
                 .lagrangian = "m*(x'^2 + y'^2 - w^2*(x^2 + 9*y^2 + x*y^2))/2"}));
            ASSERT_EQ(small.spectrum.modes.size(), 4U);
            EXPECT_EQ(small.spectrum.zeros(), 0U);
            for (const Mode& m : small.spectrum.modes) {
                const double size = m.frequency() * time;
                EXPECT_NEAR(size, size < 2 ? 1 : 3, 1e-12);
                EXPECT_EQ(m.trend, Trend::Neutral);
            }
        }
}

// A little away from an equilibrium is not one, in units in which that is tiny.
TEST(Linearization, OfAStateThatIsNotSteadyIsRefusedInAllUnits) {
    for (const char* unit : {"1e-20", "1", "1e20"})
        EXPECT_THROW(
            linearize(build(
                {.coordinates = {"x"}, .lagrangian = "x'^2/2 - x^2/2", .initial = {{"x", unit}}})),
            NotSteady);
}

// ẍᵢ = −k xᵢ − d ẋᵢ + xᵢ₋₁: one Jordan block of size n at each root of λ² + d λ + k.
System chain(int n, const std::string& damping, const std::string& stiffness = "1") {
    Description model{
        .coordinates = {}, .parameters = {{"d", damping}, {"k", stiffness}}, .forces = {}};
    std::string kinetic = "0";
    for (int i = 0; i < n; ++i) {
        const std::string x = fmt::format("x{}", i);
        model.coordinates.emplace_back(x);
        kinetic += fmt::format(" + {}'^2/2", x);
        model.forces.push_back({.on = x,
                                .value = fmt::format("-k*{0} - d*{0}'{1}", x,
                                                     i == 0 ? "" : fmt::format(" + x{}", i - 1))});
    }
    model.lagrangian = kinetic;
    return build(model);
}

TEST(Linearization, DampingOfADefectiveChainIsNotLost) {
    for (const char* const stiffness : {"1", "sqrt(2)"})
        for (const int n : {2, 4, 6, 8})
            for (const std::string size : {"1e-2", "1e-3", "1e-4", "1e-6"}) {
                const auto decays = linearize(chain(n, size, stiffness)).spectrum;
                const auto grows = linearize(chain(n, "-" + size, stiffness)).spectrum;
                EXPECT_EQ(decays.stability(), Stability::Asymptotic) << n << size << stiffness;
                EXPECT_EQ(grows.stability(), Stability::Unstable) << n << size << stiffness;
                EXPECT_EQ(grows.growing(), 2U * static_cast<std::size_t>(n));
                for (const Mode& m : decays.modes)
                    EXPECT_NEAR(m.eigenvalue.real(), -std::stod(size) / 2, 1e-11);
            }
    EXPECT_EQ(linearize(chain(3, "0")).spectrum.drift(), 2U);
    EXPECT_EQ(linearize(chain(3, "0", "sqrt(2)")).spectrum.drift(), 2U);
}

TEST(Linearization, TheSmallestDampingOfExactNumbersDecides) {
    for (const std::string size : {"1e-9", "1e-20", "1e-60"}) {
        EXPECT_EQ(linearize(chain(2, size)).spectrum.stability(), Stability::Asymptotic) << size;
        EXPECT_EQ(linearize(chain(1, "-" + size)).spectrum.stability(), Stability::Unstable);
    }
}

// ẍ = s y, ÿ = d z, z̈ = cos(b) (x + y) with b = π/2: nothing acts on z, and x' grows as t⁴. In double
// precision cos(b) is 6e-17, and would close the ring.
TEST(Linearization, WhatVanishesByIrrationalParametersClosesNoRing) {
    const Linearization small =
        linearize(build({.coordinates = {"x", "y", "z"},
                         .parameters = {{"b", "pi/2"}, {"s", "sqrt(2)"}, {"d", "sqrt(3)"}},
                         .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                         .forces = {{.on = "x", .value = "s*y"},
                                    {.on = "y", .value = "d*z"},
                                    {.on = "z", .value = "cos(b)*(x + y)"}}}));
    EXPECT_EQ(small.spectrum.growing(), 0U);
    EXPECT_EQ(small.spectrum.drift(), 4U);
}

// What is small and does not vanish does: λ⁴ = m − 1.
TEST(Linearization, ASmallDifferenceOfParametersClosesARing) {
    const Linearization small = linearize(
        build({.coordinates = {"x", "y"},
               .parameters = {{"m", "1 + 1e-20*sqrt(2)"}},
               .lagrangian = "(x'^2 + y'^2)/2",
               .forces = {{.on = "x", .value = "y"}, {.on = "y", .value = "(m - 1)*x"}}}));
    EXPECT_EQ(small.spectrum.growing(), 1U);
    EXPECT_NEAR(small.spectrum.modes.front().eigenvalue.real(), std::pow(2, 1. / 8) * 1e-5, 1e-9);
}

// M (x, y)¨ = M (k z, 0) with an inertia M that is no diagonal, so that y has no acceleration, in numbers
// that are not rational. Once by the Lagrangian, once by v = a x + b y, and w = d y by way of v.
TEST(Linearization, WhatEliminationLeavesOfIrrationalNumbersClosesNoRing) {
    for (const char* const a : {"sqrt(3)", "exp(1)", "3.7*sqrt(7)"})
        for (const char* const b : {"sin(pi/7)", "log(2)", "sqrt(5)"}) {
            Description inertia{
                .coordinates = {"x", "y", "z"},
                .parameters = {{"a", a}, {"b", b}, {"k", "atan(1/3)"}},
                .lagrangian = "((1 + a^2)*x'^2 + 2*a*b*x'*y' + (1 + b^2)*y'^2 + z'^2)/2",
                .forces = {{.on = "x", .value = "(1 + a^2)*k*z"},
                           {.on = "y", .value = "a*b*k*z"},
                           {.on = "z", .value = "y"}}};
            const Linearization free = linearize(build(inertia));
            EXPECT_EQ(free.spectrum.growing(), 0U) << a << b;
            EXPECT_EQ(free.spectrum.drift(), 4U) << a << b;

            Description rods = inertia;
            rods.parameters.push_back({"d", "cos(pi/7)"});
            rods.coordinates = {"x", "y", "z", "v", "w"};
            rods.lagrangian = "(x'^2 + y'^2 + z'^2 + v'^2 + w'^2)/2";
            rods.constraints = {{.equation = "v = a*x + b*y"},
                                {.equation = "w = 2/3*(v - a*x - b*y) + d*y"}};
            rods.forces.back().value = "w/d";
            const Linearization tied = linearize(build(rods));  // x is no longer cyclic
            EXPECT_EQ(tied.spectrum.growing(), 0U) << a << b;
            EXPECT_EQ(tied.spectrum.drift(), 5U) << a << b;
        }
}

// The large coupling is nilpotent: λ² − λ/1000 + 1 = 0, twice.
TEST(Linearization, LargeNilpotentCouplingHidesNoGrowth) {
    const System system = build({.coordinates = {"x", "y"},
                                 .lagrangian = "x'^2/2 + y'^2/2 - x^2/2 - y^2/2",
                                 .forces = {{.on = "x", .value = "1e4*(3*x - 9*y) + 0.001*x'"},
                                            {.on = "y", .value = "1e4*(x - 3*y) + 0.001*y'"}}});
    EXPECT_THAT(to_text(linearize(system).verdict),
                StartsWith("Unstable: a mode grows as t exp(0.0005 t)"));
}

// All eigenvalues are −1: nothing oscillates.
TEST(Linearization, CriticallyDampedChain) {
    const Linearization small = linearize(chain(3, "2"));
    EXPECT_EQ(to_text(small.verdict),
              "Asymptotically stable: every mode decays, the slowest as t^5 exp(-1 t).");
    for (const Mode& m : small.spectrum.modes) EXPECT_EQ(m.eigenvalue, Complex(-1));
}

}  // namespace
}  // namespace rattleback
