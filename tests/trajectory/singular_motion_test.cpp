// A singular state is one at which the equations fail, and nothing else: not a denominator that has
// become small, not a motion that slows down, not variables that have come to their end.

#include <gmock/gmock.h>

#include <algorithm>
#include <numbers>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using ::testing::HasSubstr;

Trajectory run_of(const System& system, const std::string& form, double until,
                  const std::string& method = "auto") {
    SimulationOptions options;
    options.integration.until = until;
    options.integration.method = method;
    options.integration.dense = true;
    return simulate(system, derive(system, form), options);
}

void expect_all_hold(const System& system, const std::string& form, const Trajectory& run) {
    for (const MotionCheck& check : check_motion(system, derive(system, form), run))
        EXPECT_TRUE(check.holds())
            << check.name << ": " << check.largest << ", allowed " << check.allowed;
}

// The largest difference of the four coordinates at the end.
double of_places(const Trajectory& a, const Trajectory& b) {
    double largest = 0;
    for (std::size_t i = 0; i < 4; ++i)
        largest = std::max(largest, std::abs(a.stop.state[i] - b.stop.state[i]));
    return largest;
}

// ∫∫ 1/(1 + exp(−10 (s − 3))): the denominator falls from 10¹³ to 1.
TEST(SingularMotion, IsNotADenominatorThatFalls) {
    const System system = build({.coordinates = {"x"},
                                 .lagrangian = "x'^2/2",
                                 .forces = {{.on = "x", .value = "1/(1 + exp(-10*(t - 3)))"}}});
    for (const char* method : {"taylor", "dop853", "bdf"}) {
        const Trajectory run = run_of(system, "benenti", 6, method);
        ASSERT_TRUE(run.reached_end()) << method << run.stop.message;
        const double speed = std::log((1 + std::exp(30.0)) / (1 + std::exp(-30.0))) / 10;
        EXPECT_NEAR(run.stop.state[1], speed, 1e-7) << method;
    }
}

TEST(SingularMotion, IsNotAForceThatDecays) {
    const System system = build({.coordinates = {"x"},
                                 .kinetic = "x'^2/2",
                                 .potential = "-1/(1 + x^2)",
                                 .initial = {{"x", "1e6"}, {"x'", "-1"}}});
    const Trajectory run = run_of(system, "benenti", 1e6 - 10);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
}

// x'' = x' − x, whose Lagrangian has the factor e⁻ᵗ: 10⁻²⁶ at the end.
TEST(SingularMotion, IsNotAnInertiaThatDecays) {
    const System system = build(
        {.coordinates = {"x"}, .lagrangian = "exp(-t)*(x'^2 - x^2)/2", .initial = {{"x", "1"}}});
    const Trajectory run = run_of(system, "benenti", 60);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    const double w = std::sqrt(0.75), t = 60;
    const double exact = std::exp(t / 2) * (std::cos(w * t) - std::sin(w * t) / (2 * w));
    EXPECT_NEAR(run.stop.state[0] / exact, 1, 1e-7);
}

// A straight line in polar coordinates, past the origin at a part 10⁻⁵ and 10⁻¹⁰ of the distance.
TEST(SingularMotion, IsNotAPassingByInPolarCoordinates) {
    for (const auto& [far, distance] : {std::pair{1e3, 1e-2}, {1e6, 1e-4}}) {
        const System system =
            build({.coordinates = {"r", "phi"}, .lagrangian = "(r'^2 + r^2*phi'^2)/2"});
        SimulationOptions options;
        options.integration.until = 2 * far;
        const Trajectory run =
            simulate(system, derive(system, "benenti"),
                     std::vector{far, 0.0, -1.0, distance / (far * far)}, options);
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        EXPECT_NEAR(run.stop.state[0] / far, 1, 1e-7);
        EXPECT_NEAR(run.stop.state[2], 1, 1e-7);
        EXPECT_NEAR(run.stop.state[1], std::numbers::pi, 1e-2);
    }
}

// A blade that turns over while it passes a state without constraint at the distance ε: with x = t its
// velocity along (1 − t, ε) stays 1. Rounding of x alone changes the distance by 10⁻¹⁶/ε of itself, which
// is more than the tightest tolerances long before the motion is as near as that.
// A note says that the tolerance was not met there.
TEST(SingularMotion, IsNotAPassingByWithATightTolerance) {
    for (const auto& [e, rtol] : {std::pair{"1e-4", 1e-13},
                                  {"1e-5", 1e-13},
                                  {"1e-6", 1e-12},
                                  {"1e-8", 1e-12},
                                  {"1e-8", 1e-13}}) {
        const double distance = std::stod(e);
        const System system =
            build({.coordinates = {"x", "y", "z"},
                   .parameters = {{"e", e}},
                   .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                   .constraints = {{.equation = "e*y' + (x - 1)*z' = 0"}},
                   .initial = {{"x'", "1"}, {"y'", "1/sqrt(1 + e^2)"}, {"z'", "e/sqrt(1 + e^2)"}}});
        // Rounding turns the velocity by ε/distance where the motion is nearest.
        const double bound = std::max(1e-9, 1e-15 / distance);
        for (const char* form : {"lagrange_multipliers", "udwadia_kalaba"})
            for (const char* method : {"auto", "dop853", "vern9", "adams", "bdf"}) {
                SimulationOptions options;
                options.integration = {
                    .method = method, .rtol = rtol, .until = 2, .most_steps = 30'000};
                const Trajectory run = simulate(system, derive(system, form), options);
                const std::string where =
                    e + std::string(" ") + form + " " + method + " " + std::to_string(rtol * 1e13);
                ASSERT_TRUE(run.reached_end()) << where << run.stop.message;
                const bool is_multistep =
                    std::string(method) == "adams" || std::string(method) == "bdf";
                EXPECT_NEAR(run.stop.state[1], 0, is_multistep ? 1e3 * bound : bound) << where;
                EXPECT_NEAR(run.stop.state[2] / (2 * distance * std::asinh(1 / distance)), 1,
                            is_multistep ? 1e3 * bound : bound)
                    << where;
                EXPECT_LT(run.statistics.steps, is_multistep ? 30'000U : 1000U) << where;
                if (distance > 1e-7) continue;
                EXPECT_TRUE(std::ranges::any_of(run.notes, [](const Sentence& note) {
                    return to_text(note).starts_with("The tolerance was not met between t = 0.99");
                })) << where;
            }
    }
}

// Euler's angles of a great circle that passes both poles at 10⁻⁶.
TEST(SingularMotion, IsNotAPassingByAPole) {
    const System system =
        build({.coordinates = {"theta", "phi"},
               .lagrangian = "(theta'^2 + sin(theta)^2*phi'^2)/2",
               .initial = {{"theta", "pi/2"}, {"theta'", "1"}, {"phi'", "1e-6"}}});
    const Trajectory run = run_of(system, "benenti", 2 * std::numbers::pi);
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(run.stop.state[0], std::numbers::pi / 2, 1e-6);
    EXPECT_NEAR(run.stop.state[1], 2 * std::numbers::pi, 1e-3);
}

// Friction slows these down for ever: v = e⁻ᵗ v₀, whatever the constraint, which is homogeneous.
TEST(SingularMotion, IsNotAMotionThatSlowsDown) {
    for (const char* equation : {"x'^3 + y'^3 + z'^3 = 0", "x'*z' = y'*y'*2^(1/3)*(-1)"}) {
        const System system = build({.coordinates = {"x", "y", "z"},
                                     .kinetic = "(x'^2 + y'^2 + z'^2)/2",
                                     .forces = {{.on = "x", .value = "-x'"},
                                                {.on = "y", .value = "-y'"},
                                                {.on = "z", .value = "-z'"}},
                                     .constraints = {{.equation = equation}},
                                     .initial = {{"x'", "1"}, {"y'", "1"}, {"z'", "-2^(1/3)"}}});
        for (const char* form : {"benenti", "lagrange_multipliers"}) {
            const Trajectory run = run_of(system, form, 15);
            ASSERT_TRUE(run.reached_end()) << form << run.stop.message;
            EXPECT_NEAR(run.stop.state[0], 1 - std::exp(-15.0), 1e-9) << equation << form;
            EXPECT_NEAR(run.stop.state[3] * std::exp(15.0), 1, 1e-3) << equation << form;
        }
    }
}

// What is singular is found where it is, not a part 10⁻⁵ before.
// y has no inertia at π/2, and needs none.
TEST(SingularMotion, IsNotAnInertiaThatTheConstraintsReplace) {
    const System driven = build({.coordinates = {"x", "y"},
                                 .lagrangian = "(x'^2 + cos(y)*y'^2 - x^2)/2",
                                 .constraints = {{.equation = "y' = 1/10"}},
                                 .initial = {{"x", "1"}, {"y", "1.5"}}});
    const System held = build({.coordinates = {"s", "z"},
                               .lagrangian = "((cos(s)*s')^2 + (sin(s)*s' + z')^2)/2 + cos(s) - z",
                               .constraints = {{.equation = "z = 0"}},
                               .initial = {{"s'", "2.5"}}});
    const System pendulum =
        build({.coordinates = {"s"}, .lagrangian = "s'^2/2 + cos(s)", .initial = {{"s'", "2.5"}}});
    const double angle = run_of(pendulum, "benenti", 5).stop.state[0];
    for (const char* form : {"benenti", "lagrange_multipliers", "gauss", "maggi", "kane"}) {
        const Trajectory x = run_of(driven, form, 2), s = run_of(held, form, 5);
        ASSERT_TRUE(x.reached_end() && s.reached_end()) << x.stop.message << s.stop.message;
        EXPECT_NEAR(x.stop.state[0], std::cos(2.0), 1e-8) << form;
        EXPECT_NEAR(s.stop.state[0], angle, 1e-7) << form;
        expect_all_hold(held, form, s);
    }
    const System lost = build({.coordinates = {"x", "y"},
                               .lagrangian = "(x'^2 + cos(y)*y'^2)/2",
                               .constraints = {{.equation = "x' = 1/10"}},
                               .initial = {{"y", "1.2"}, {"y'", "0.1"}}});
    EXPECT_THAT(to_text(run_of(lost, "lagrange_multipliers", 20).stop.message),
                HasSubstr("no inertia"));
    // Where two lose it and one is held, the other is not.
    const System both = build({.coordinates = {"x", "y"},
                               .lagrangian = "x^2*(x'^2 + y'^2)/2",
                               .constraints = {{.equation = "x' = y'"}},
                               .initial = {{"x", "1"}, {"x'", "-1"}, {"y'", "-1"}}});
    EXPECT_FALSE(run_of(both, "lagrange_multipliers", 5).reached_end());
}

TEST(SingularMotion, IsFoundWhereItIs) {
    const System polar = build({.coordinates = {"r", "phi"},
                                .lagrangian = "(r'^2 + r^2*phi'^2)/2",
                                .initial = {{"r", "1"}, {"r'", "-1"}}});
    const Trajectory through = run_of(polar, "benenti", 3);
    EXPECT_EQ(through.stop.reason, StopReason::SingularState);
    EXPECT_NEAR(through.stop.time, 1, 1e-12);
    EXPECT_EQ(through.stop.what, "phi'");

    const Trajectory rest = run_of(model_file("appell_hamel"), "benenti", 20);
    EXPECT_EQ(rest.stop.reason, StopReason::SingularState);
    EXPECT_NEAR(rest.stop.time, 12.5, 1e-9);
    EXPECT_THAT(to_text(rest.stop.message), HasSubstr("x'^2 + y'^2"));

    const System fall = build({.coordinates = {"x", "y"},
                               .kinetic = "(x'^2 + y'^2)/2",
                               .potential = "-1/sqrt(x^2 + y^2)",
                               .initial = {{"x", "1"}}});
    const Trajectory collision = run_of(fall, "benenti", 5);
    EXPECT_EQ(collision.stop.reason, StopReason::SingularState) << collision.stop.message;
    EXPECT_NEAR(collision.stop.time, std::numbers::pi / std::sqrt(8.0), 1e-8);
}

// A M⁻¹Nᵀ passes through zero at y = π/2, and the reaction grows beyond all bounds before it.
TEST(SingularMotion, OfAReactionLawIsAnsweredAtOnce) {
    for (const char* potential : {"y", "x + y + x^2", "x*y - y"}) {
        const System system = build(
            {.coordinates = {"x", "y"},
             .kinetic = "(x'^2 + y'^2 + cos(y)*x'*y')/2",
             .potential = potential,
             .constraints = {{.name = "drive", .equation = "y' = 1/10", .reaction = {{"x", "1"}}}},
             .initial = {{"y", "1.57"}, {"y'", "1/10"}}});
        for (const char* method : {"auto", "dop853", "bdf"}) {
            const Trajectory run = run_of(system, "benenti", 1, method);
            EXPECT_EQ(run.stop.reason, StopReason::SingularState) << method << run.stop.message;
            EXPECT_NEAR(run.stop.time, 10 * (std::numbers::pi / 2 - 1.57), 1e-5) << method;
            EXPECT_EQ(run.stop.what, "drive");
            EXPECT_LT(run.statistics.steps, 3000U) << method;
            expect_all_hold(system, "benenti", run);
        }
    }
}

// Reactions without work on (1, tanh(t)/5, tanh(x)/5), which at t = 0 has an entry that vanishes: with y
// and z put in, one equation in x is left. The law is regular, in whatever order it is written.
TEST(SingularMotion, OfAReactionLawIsNotTheOrderOfItsConstraints) {
    const System line =
        build({.coordinates = {"x"},
               .lagrangian = "x'^2/2",
               .forces = {{.on = "x",
                           .value = "(x'^2*sin(x)*(tanh(t)/10 + tanh(x)/15) - x)/(1 + "
                                    "cos(x)*(tanh(t)/10 + tanh(x)/15))"}},
               .initial = {{"x", "1"}}});
    const Trajectory truth = run_of(line, "benenti", 3);
    ConstraintDescription of_y{.equation = "y' = x'*cos(x)/2"};
    ConstraintDescription of_z{.equation = "z' = x'*cos(x)/3"};
    for (const auto& constraints : {std::vector{of_y, of_z}, std::vector{of_z, of_y}})
        for (const char* form : {"benenti", "maggi", "lagrange_multipliers"}) {
            const System system = build(
                {.coordinates = {"x", "y", "z"},
                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - x^2/2",
                 .constraints = constraints,
                 .reaction_vanishes_on = {{{"x", "1"}, {"y", "tanh(t)/5"}, {"z", "tanh(x)/5"}}},
                 .initial = {{"x", "1"}}});
            const Trajectory run = run_of(system, form, 3);
            ASSERT_TRUE(run.reached_end()) << form << ": " << run.stop.message;
            EXPECT_NEAR(run.stop.state[0], truth.stop.state[0], 1e-8) << form;
        }
}

// Velocities that are parallel to the y-axis up to rounding: y₂' = x₂'y₁'/x₁' is no good there.
TEST(Charts, AreLeftWhereTheyAreBadAtTheStart) {
    for (const char* tiny : {"0", "float(6.123233995736766e-17)", "1e-9", "-1e-5"}) {
        const System system =
            build({.coordinates = {"x1", "y1", "x2", "y2"},
                   .parameters = {{"e", tiny}},
                   .kinetic = "(x1'^2 + y1'^2 + x2'^2 + y2'^2)/2",
                   .potential = "(x1 - x2)^2/2 + (y1 - y2)^2/2 + y1/3",
                   .constraints = {{.name = "parallel", .equation = "x1'*y2' = x2'*y1'"}},
                   .initial = {{"x2", "1"},
                               {"y2", "3/10"},
                               {"x1'", "e"},
                               {"y1'", "1"},
                               {"x2'", "2*e"},
                               {"y2'", "2"}}});
        const Trajectory run = run_of(system, "benenti", 10);
        ASSERT_TRUE(run.reached_end()) << tiny << run.stop.message;
        const Trajectory other = run_of(system, "lagrange_multipliers", 10, "dop853");
        EXPECT_LT(of_places(run, other), 1e-7) << tiny;
        expect_all_hold(system, "benenti", run);
    }
}

// And before they become bad on the way, for masses of any unit.
TEST(Charts, AreLeftBeforeAccuracyIsLost) {
    for (const char* m2 : {"3", "1/7", "1"})
        for (const char* unit : {"1", "1e-20", "1e20"}) {
            const System system = build(
                {.coordinates = {"x1", "y1", "x2", "y2"},
                 .parameters = {{"u", unit}, {"m2", m2}},
                 .kinetic = "u*(x1'^2 + y1'^2)/2 + u*m2*(x2'^2 + y2'^2)/2",
                 .potential = "u*((x1 - x2)^2 + (y1 - y2)^2)/2",
                 .constraints = {{.name = "parallel", .equation = "x1'*y2' = x2'*y1'"}},
                 .initial = {
                     {"x2", "1"}, {"x1'", "1"}, {"x2'", "1/2"}, {"y1'", "1/5"}, {"y2'", "1/10"}}});
            const Trajectory run = run_of(system, "benenti", 20);
            ASSERT_TRUE(run.reached_end()) << m2 << run.stop.message;
            const Trajectory other = run_of(system, "lagrange_multipliers", 20, "dop853");
            EXPECT_LT(of_places(run, other), 1e-6) << m2 << " " << unit;
        }
}

}  // namespace
}  // namespace rattleback::testing
