#include "dynamics/equilibria.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "expr/print_text.hpp"
#include "support/chart_systems.hpp"
#include "support/model_file.hpp"
#include "support/small_systems.hpp"

namespace rattleback {
namespace {

std::map<std::string, double> at(const SteadyMotion& s) {
    std::map<std::string, double> values;
    for (const auto& [symbol, value] : s.small.at) values.emplace(to_text(symbol), value);
    return values;
}

// Hanging and inverted, whatever the number of turns.
TEST(Equilibria, OfAPendulum) {
    const Equilibria found = equilibria(build(testing::pendulum("1/10")));
    ASSERT_EQ(found.found.size(), 2U);
    EXPECT_NEAR(found.found[0].state[0], 0, 1e-12);
    EXPECT_NEAR(std::abs(found.found[1].state[0]), std::numbers::pi, 1e-12);
    EXPECT_EQ(found.found[0].small.spectrum.stability(), Stability::FirstOrder);
    EXPECT_EQ(found.found[1].small.spectrum.stability(), Stability::Unstable);
    for (const SteadyMotion& s : found.found) {
        EXPECT_EQ(s.family.dimension, 0U);
        EXPECT_TRUE(s.at_rest);
        EXPECT_LT(s.residual, 1e-13);
    }
}

// A hoop with a weight stands on its plane; with gravity upwards it would have to be held.
TEST(Equilibria, UnderTheGroundAreMarked) {
    for (const double g : {9.81, -9.81}) {
        Description d = testing::model_description("littlewood_hoop");
        for (auto& [name, formula] : d.parameters)
            if (name.text() == "g") formula = g > 0 ? "9.81" : "-9.81";
        const Equilibria found = equilibria(build(d));
        ASSERT_FALSE(found.found.empty());
        for (const SteadyMotion& s : found.found) {
            if (!s.at_rest) continue;
            if (g > 0)
                EXPECT_THAT(to_texts(s.objections), ::testing::IsEmpty());
            else
                EXPECT_THAT(to_texts(s.objections),
                            ::testing::ElementsAre(::testing::HasSubstr(
                                "would have to pull, with a force of 10.3005.")));
        }
    }
}

// Beyond a quarter turn the disc of the gallery would hang under its plane: the model refuses such a
// start, and so they are marked.
TEST(Equilibria, ThatTheModelRefusesAsAStartAreMarked) {
    const Equilibria found = equilibria(testing::model_file("rolling_disc"));
    ASSERT_GT(found.found.size(), 1U);
    bool is_any_marked = false;
    for (const SteadyMotion& s : found.found) {
        const bool is_under = std::cos(at(s).at("theta")) < 0;
        is_any_marked |= is_under;
        if (is_under)
            EXPECT_THAT(to_texts(s.objections),
                        ::testing::Contains(::testing::HasSubstr(
                            "as a start of the model it violates 'disc touches'")));
        else
            EXPECT_THAT(to_texts(s.objections), ::testing::IsEmpty());
    }
    EXPECT_TRUE(is_any_marked);
}

struct Units {
    double mass, length, time;
};

// Each parameter times its unit, given by the powers of mass, length and time.
Description in_units(Description d, const Units& u,
                     const std::map<std::string, std::array<int, 3>>& powers) {
    for (auto& [name, formula] : d.parameters)
        if (const auto found = powers.find(std::string(name.text())); found != powers.end()) {
            const auto& [m, l, t] = found->second;
            formula =
                fmt::format("({})*{:.17g}", std::string(formula.text()),
                            std::pow(u.mass, m) * std::pow(u.length, l) * std::pow(u.time, t));
        }
    return d;
}

void expect_same(const Equilibria& a, const Equilibria& b, const std::vector<double>& units) {
    ASSERT_EQ(a.found.size(), b.found.size());
    EXPECT_EQ(a.failed, b.failed);
    for (std::size_t i = 0; i < a.found.size(); ++i) {
        const SteadyMotion &x = a.found[i], &y = b.found[i];
        EXPECT_EQ(x.family.dimension, y.family.dimension);
        EXPECT_EQ(x.at_rest, y.at_rest);
        EXPECT_EQ(x.small.spectrum.stability(), y.small.spectrum.stability());
        EXPECT_EQ(x.small.spectrum.zeros(), y.small.spectrum.zeros());
        for (std::size_t k = 0; k < units.size(); ++k)
            EXPECT_NEAR(x.small.at[k].second, y.small.at[k].second / units[k], 1e-6);
    }
}

TEST(Equilibria, AreTheSameInAnyUnits) {
    const Description well{.coordinates = {"x"},
                           .parameters = {{"m", "2"}, {"a", "3"}, {"b", "5"}},
                           .lagrangian = "m*x'^2/2 + a*x^2/2 - b*x^4/4"};
    const Equilibria wells = equilibria(build(well)),
                     sleighs = equilibria(build(testing::sleigh()));
    ASSERT_EQ(wells.found.size(), 3U);
    for (const Units& u : {Units{1, 1e30, 1}, Units{1, 1, 1e30}, Units{1e-30, 1e30, 1e-30},
                           Units{1e10, 1e-10, 1e3}}) {
        SCOPED_TRACE(fmt::format("{} {} {}", u.mass, u.length, u.time));
        const double speed = u.length / u.time;
        expect_same(wells,
                    equilibria(build(in_units(
                        well, u, {{"m", {1, 0, 0}}, {"a", {1, 0, -2}}, {"b", {1, -2, -2}}}))),
                    {u.length, speed});
        expect_same(
            sleighs,
            equilibria(build(in_units(
                testing::sleigh(), u,
                {{"m", {1, 0, 0}}, {"J", {1, 2, 0}}, {"a", {0, 1, 0}}, {"v", {0, 1, -1}}}))),
            {});
    }
}

// The states of these have multipliers, which have units too.
TEST(Equilibria, WithMultipliersAreTheSameInAnyUnits) {
    const std::map<std::string, std::array<int, 3>> powers{
        {"m", {1, 0, 0}}, {"J", {1, 2, 0}}, {"g", {0, 1, -2}}, {"c", {0, 1, -1}}};
    const Description jerk{.coordinates = {"x", "y"},
                           .parameters = {{"m", "2"}, {"c", "1"}, {"g", "1"}},
                           .lagrangian = "m*(x'^2 + y'^2)/2 - m*g*y",
                           .constraints = {{.equation = "x'*x''' + y'*y''' + x''^2 + y''^2 = 0"}},
                           .initial = {{"x'", "c"}}};
    const Description skate{.coordinates = {"x", "y", "phi"},
                            .parameters = {{"m", "2"}, {"J", "3"}, {"c", "1"}},
                            .lagrangian = "m*(x'^2 + y'^2)/2 + J*phi'^2/2",
                            .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
                            .principle = "vakonomic",
                            .initial = {{"phi", "pi/2"}, {"y'", "c"}}};
    for (const Description& model : {jerk, skate}) {
        const Equilibria ours = equilibria(build(model));
        EXPECT_FALSE(ours.found.empty());
        for (const Units& u : {Units{1e30, 1, 1}, Units{1e-30, 1e20, 1e-10}, Units{1, 1e7, 1e-5}})
            expect_same(ours, equilibria(build(in_units(model, u, powers))), {});
    }
}

// A rod that either turns uniformly or slides down: where the branches of its constraint meet, velocities
// change at once.
TEST(Equilibria, AreNotWhereTheMotionIsOnlyNotDetermined) {
    EXPECT_TRUE(equilibria(testing::model_file("rigid_parallel")).found.empty());
}

TEST(Equilibria, OnAPositionalConstraint) {
    const Equilibria found = equilibria(build(testing::pendulum_in_plane("-l")));
    ASSERT_EQ(found.found.size(), 2U);
    EXPECT_NEAR(found.found[0].state[1], -2.0 / 3, 1e-12);
    EXPECT_NEAR(found.found[1].state[1], 2.0 / 3, 1e-12);
}

// θ of a bead on a hoop that turns with Ω: cos θ = g/(R Ω²), 0 and π.
TEST(Equilibria, OfABeadOnATurningHoop) {
    const Equilibria found =
        equilibria(build({.coordinates = {"theta"},
                          .lagrangian = "theta'^2/2 + 4*sin(theta)^2/2 + cos(theta)",
                          .initial = {{"theta", "1"}}}),
                   {.tries = 40});
    ASSERT_EQ(found.found.size(), 4U);
    EXPECT_NEAR(std::abs(found.found[0].state[0]), std::acos(0.25), 1e-12);
    int stable = 0;
    for (const SteadyMotion& s : found.found) {
        const double theta = s.state[0];
        EXPECT_NEAR(std::sin(theta) * (4 * std::cos(theta) - 1), 0, 1e-12);
        stable += s.small.spectrum.stability() == Stability::FirstOrder ? 1 : 0;
    }
    EXPECT_EQ(stable, 2);
}

// A disc that circles: 6 ω_n ω_d − ω_d² tan θ + 4 sin θ = 0 with m = r = g = 1, from the equations of
// Kane's form; ω_n along the axis, −ω_d along d here.
TEST(Equilibria, DiscRollsInACircle) {
    Description description = testing::rolling_disc_model();
    description.initial = {{"theta", "2/5"}, {"psi'", "1"}, {"phi'", "3/5"}};
    const Equilibria found = equilibria(build(description), {.tries = 5});
    ASSERT_GE(found.found.size(), 1U);
    auto state = at(found.found[0]);
    const double theta = state["theta"], turning = state["psi'"];
    EXPECT_GT(std::abs(theta), 0.05);
    EXPECT_GT(std::abs(turning), 0.05);
    EXPECT_NEAR(state["theta'"], 0, 1e-13);
    const double along_axis = state["phi'"] - turning * std::sin(theta);
    const double along_d = -turning * std::cos(theta);
    EXPECT_NEAR(
        6 * along_axis * along_d - along_d * along_d * std::tan(theta) + 4 * std::sin(theta), 0,
        1e-11);
    EXPECT_EQ(found.found[0].family.dimension, 2U);
    EXPECT_FALSE(found.found[0].at_rest);
}

TEST(Equilibria, AreTheSameForTheSameSeed) {
    const System system = build(testing::pendulum("1/10"));
    const Equilibria a = equilibria(system, {.tries = 7, .seed = 3}),
                     b = equilibria(system, {.tries = 7, .seed = 3});
    ASSERT_EQ(a.found.size(), b.found.size());
    for (std::size_t i = 0; i < a.found.size(); ++i) {
        EXPECT_EQ(a.found[i].state, b.found[i].state);
        EXPECT_EQ(a.found[i].tries, b.found[i].tries);
    }
    EXPECT_EQ(a.tries, 8U);
}

TEST(Equilibria, OfConstantForceAreNotFound) {
    const Equilibria found =
        equilibria(build({.coordinates = {"x"}, .lagrangian = "x'^2/2 - x"}), {.tries = 3});
    EXPECT_TRUE(found.found.empty());
    EXPECT_EQ(found.failed, 4U);
}

// Forces that are small are forces: V = (y - x^2)^2 + x^6 has one equilibrium, and V = exp(-1/x^2) has
// none where it has a value.
TEST(Equilibria, AreNotWhereForcesAreOnlySmall) {
    const Equilibria one = equilibria(
        build({.coordinates = {"x", "y"}, .lagrangian = "(x'^2 + y'^2)/2 - (y - x^2)^2 - x^6"}));
    ASSERT_EQ(one.found.size(), 1U);
    EXPECT_EQ(at(one.found[0]).at("x"), 0);
    EXPECT_EQ(at(one.found[0]).at("y"), 0);
    for (const char* start : {"1", "0.15", "0.03"})
        EXPECT_TRUE(equilibria(build({.coordinates = {"x"},
                                      .lagrangian = "x'^2/2 - exp(-1/x^2)",
                                      .initial = {{"x", start}}}))
                        .found.empty());
}

// It glides straight at any speed: forward stable, backward not; and it may rest.
TEST(Equilibria, OfASleigh) {
    const Equilibria found = equilibria(build(testing::sleigh()), {.tries = 20});
    bool forward = false, backward = false;
    for (const SteadyMotion& s : found.found) {
        auto state = at(s);
        EXPECT_NEAR(state["phi'"], 0, 1e-9);
        const bool unstable = s.small.spectrum.stability() == Stability::Unstable;
        if (s.at_rest) {
            EXPECT_FALSE(unstable);
            continue;
        }
        EXPECT_EQ(s.family.dimension, 1U);
        (unstable ? backward : forward) = true;
    }
    EXPECT_TRUE(forward && backward);
}

// V = (x² − 1)²(1 + y²): the lines x = 1 and x = −1, and the point between them.
TEST(Equilibria, TwoFamiliesAreTold) {
    const Equilibria found =
        equilibria(build({.coordinates = {"x", "y"},
                          .lagrangian = "(x'^2 + y'^2)/2 - (x^2 - 1)^2*(1 + y^2)",
                          .initial = {{"x", "3/4"}, {"y", "1/5"}}}),
                   {.tries = 40});
    std::vector<double> lines, points;
    for (const SteadyMotion& s : found.found)
        (s.family.dimension == 1 ? lines : points).push_back(s.state[0]);
    EXPECT_THAT(lines, ::testing::UnorderedElementsAre(::testing::DoubleNear(1, 1e-9),
                                                       ::testing::DoubleNear(-1, 1e-9)));
    EXPECT_THAT(points, ::testing::ElementsAre(::testing::DoubleNear(0, 1e-9)));
}

// A stone on a ball joint, turned by a quaternion: upright it falls with the rate √(m g l/(I + m l²)).
TEST(Equilibria, OfATopInQuaternions) {
    const Equilibria found =
        equilibria(build({.coordinates = {"e0", "e1", "e2", "e3"},
                          .frames = {{.name = "B", .quaternion = {"e0", "e1", "e2", "e3"}}},
                          .bodies = {{.frame = "B",
                                      .mass = "2",
                                      .centre = {"0", "0", "3"},
                                      .inertia = {"5", "5", "1"}}},
                          .gravity = {"0", "0", "-7"},
                          .initial = {{"e0", "1"}}}),
                   {.tries = 10});
    ASSERT_FALSE(found.found.empty());
    double upright = 0, hanging = 0;
    for (const SteadyMotion& s : found.found) {
        EXPECT_LT(s.residual, 1e-9);
        const double rate = s.small.spectrum.modes.front().eigenvalue.real();
        const double e1 = s.state[1], e2 = s.state[2];
        const double height = 1 - 2 * (e1 * e1 + e2 * e2);
        if (height > 0.99) upright = rate;
        if (height > -0.99) continue;
        for (const Mode& mode : s.small.spectrum.modes)
            hanging = std::max(hanging, mode.frequency());
    }
    const double rate = std::sqrt(2 * 7 * 3 / (5 + 2 * 9.0));
    EXPECT_NEAR(upright, rate, 1e-9);
    EXPECT_NEAR(hanging, rate, 1e-9);
    EXPECT_EQ(found.notes.size(), 1U);
}

// x = y = 0, at every z, where a chart that is solved for x' or y' would end.
TEST(Equilibria, AFamilyWhereAChartWouldEnd) {
    const Equilibria found = equilibria(build(testing::never_vanishing_pivot()));
    ASSERT_EQ(found.found.size(), 1U);
    const SteadyMotion& s = found.found[0];
    EXPECT_EQ(s.family.dimension, 1U);
    EXPECT_NEAR(at(s)["x"], 0, 1e-9);
    EXPECT_NEAR(at(s)["y"], 0, 1e-9);
    std::vector<double> frequencies;
    for (const Mode& m : s.small.spectrum.modes)
        frequencies.push_back(std::abs(m.eigenvalue.imag()));
    EXPECT_THAT(frequencies,
                ::testing::UnorderedElementsAre(
                    ::testing::DoubleNear(1, 1e-9), ::testing::DoubleNear(1, 1e-9),
                    ::testing::DoubleNear(std::sqrt(2.0), 1e-9),
                    ::testing::DoubleNear(std::sqrt(2.0), 1e-9), ::testing::DoubleNear(0, 1e-9)));
}

// The lowest and the highest point, and nothing where the chart ends: there the speeds of the form
// stand still while the pendulum falls.
TEST(Equilibria, OnASphereAreThoseOfTheMotion) {
    const Equilibria found = equilibria(build(testing::spherical_pendulum()));
    ASSERT_EQ(found.found.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(found.found[i].family.dimension, 0U);
        EXPECT_NEAR(at(found.found[i])["z"], i == 0 ? -1 : 1, 1e-9);
    }
}

// A bead on the unit sphere that is drawn to (1, 0, 0): there and opposite to it, both on the
// boundary z = 0 of the chart of the start.
TEST(Equilibria, WhereTheChartOfTheStartEnds) {
    Description d = testing::spherical_pendulum();
    d.lagrangian = "(x'^2 + y'^2 + z'^2)/2 + x";
    const Equilibria found = equilibria(build(d));
    ASSERT_EQ(found.found.size(), 2U);
    for (const SteadyMotion& s : found.found) {
        EXPECT_NEAR(std::abs(at(s)["x"]), 1, 1e-9);
        EXPECT_EQ(s.small.spectrum.stability(),
                  at(s)["x"] > 0 ? Stability::FirstOrder : Stability::Unstable);
    }
}

// At rest a homogeneous constraint says nothing, and the motion is not determined: a limit in which
// some direction of vanishing velocities bears the force is no equilibrium.
TEST(Equilibria, NotWhereTheConstraintsLoseRank) {
    for (const char* equation : {"z'^2 = x'^2 + y'^2", "z'^2 = (1 + y^2)*x'^2", "x'*y' = z'^2"}) {
        const Equilibria found =
            equilibria(build({.coordinates = {"x", "y", "z"},
                              .lagrangian = "(x'^2 + y'^2 + 2*z'^2)/2 - x - cos(y) - z",
                              .constraints = {{.name = "c", .equation = equation}},
                              .initial = {{"x'", "1"}, {"y", "0"}, {"y'", "0"}}}));
        for (const SteadyMotion& s : found.found) {  // it may glide where the forces balance
            EXPECT_FALSE(s.at_rest) << equation;
            EXPECT_GT(std::abs(at(s)["z'"]), 1e-3) << equation;
        }
    }
}

// Where the rank of the linearization does not tell, or seems to.
TEST(Equilibria, FamiliesAtDegenerateStates) {
    struct Case {
        const char* potential;
        std::size_t family;
        bool is_sure;
    };
    for (const Case& c :
         {Case{"x^2 + 1e-20*y^2", 0, true}, Case{"(x^2 - 1e-12)^2 + y^2/2", 0, true},
          Case{"(x^2 + y^4)^2", 0, false}, Case{"x^2*y^4", 1, false}, Case{"x^2*y^2", 1, false},
          Case{"x^4 + y^2", 0, false}, Case{"(x - y)^2", 1, true}, Case{"(x - y^2)^2", 1, true},
          Case{"(x - y)^4", 1, false}, Case{"(x^2 - y^3)^2", 1, false},
          Case{"x^2 + y^30", 0, false}}) {
        const System system =
            build({.coordinates = {"x", "y"},
                   .lagrangian = fmt::format("x'^2/2 + y'^2/2 - ({})", c.potential)});
        const Equilibria found = equilibria(system, {.tries = 0});
        ASSERT_EQ(found.found.size(), 1U) << c.potential;
        EXPECT_EQ(found.found[0].family.dimension, c.family) << c.potential;
        EXPECT_EQ(found.found[0].family.is_sure, c.is_sure) << c.potential;
    }
}

}  // namespace
}  // namespace rattleback
