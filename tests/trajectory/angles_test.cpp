// Motion with angles: atan2 jumps at its cut and is smooth everywhere else, also where its second argument
// changes sign; asin(sin u), acos(cos u) and their kin have kinks, which every method locates. Against closed
// forms, and against the same motion written without the angle.

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;
using ::testing::HasSubstr;
using ::testing::Not;

Trajectory motion_of(const Description& model, double until, const std::string& method,
                     const std::string& form = "benenti") {
    const System system = build(model);
    SimulationOptions options;
    options.integration = {.method = method, .rtol = 1e-9, .atol = 1e-11, .until = until};
    return simulate(system, derive(system, form), options);
}

std::string all_notes(const Trajectory& run) {
    std::string text;
    for (const Sentence& note : run.notes) text += to_text(note) + "\n";
    return text;
}

double last(const Trajectory& run, std::size_t column) { return run.stop.state[column]; }

double allowed(const std::string& method) { return method == "bdf" ? 1e-5 : 1e-6; }

Description in_the_plane(const std::string& x, const std::string& y,
                         std::vector<Assignment> initial) {
    return {.coordinates = {"x", "y"},
            .lagrangian = "(x'^2 + y'^2)/2",
            .forces = {{.on = "x", .value = x}, {.on = "y", .value = y}},
            .initial = std::move(initial)};
}

class AnglesByMethod : public ::testing::TestWithParam<const char*> {};

// The angle itself, as long as it does not come to ±π.
TEST_P(AnglesByMethod, OfItsOwnSineAndCosine) {
    Description model{.coordinates = {"a"},
                      .lagrangian = "a'^2/2 - atan2(sin(a), cos(a))^2/2",
                      .initial = {{"a", "5/2"}}};
    const Trajectory run = motion_of(model, 5, GetParam());
    ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
    EXPECT_NEAR(last(run, 0), 2.5 * std::cos(5.0), allowed(GetParam()));
}

// A central angle, as a potential: past x = 0 with y > 0. The reference is of another integrator.
TEST_P(AnglesByMethod, OfAPlace) {
    Description model{.coordinates = {"x", "y"},
                      .lagrangian = "(x'^2 + y'^2)/2 - (atan2(y, x) - 1)^2/2",
                      .initial = {{"x", "1"}, {"x'", "-1"}, {"y'", "1"}}};
    const Trajectory run = motion_of(model, 2, GetParam());
    ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
    const double exact[] = {-0.782996, 2.616502, -0.555520, 1.396101};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(last(run, i), exact[i], 1e-5) << i;
}

// Across the velocity, so that its angle θ obeys θ' = θ, from 0.4 past 90°.
TEST_P(AnglesByMethod, SteeringByTheDirection) {
    const Description model = in_the_plane("-y'*atan2(y', x')", "x'*atan2(y', x')",
                                           {{"x'", "cos(2/5)"}, {"y'", "sin(2/5)"}});
    const double until = 1.9;
    const Trajectory run = motion_of(model, until, GetParam());
    ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
    const double angle = 0.4 * std::exp(until);
    EXPECT_NEAR(last(run, 2), std::cos(angle), allowed(GetParam()));
    EXPECT_NEAR(last(run, 3), std::sin(angle), allowed(GetParam()));
    EXPECT_THAT(all_notes(run), Not(HasSubstr("held")));
}

// t changes sign at the start, y does not.
TEST_P(AnglesByMethod, FromWhereTheSecondArgumentIsZero) {
    const Description model = in_the_plane("0", "atan2(y, t)", {{"y", "2/5"}});
    const Trajectory run = motion_of(model, 0.8, GetParam());
    ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
    EXPECT_NEAR(last(run, 1), 0.7559539, 1e-6);
}

// A motion along the line x = 0 lies on no surface.
TEST_P(AnglesByMethod, WhereTheSecondArgumentStaysZero) {
    const Description model = in_the_plane("0", "atan2(y, x)", {{"y", "1"}});
    const Trajectory run = motion_of(model, 2, GetParam());
    ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
    EXPECT_NEAR(last(run, 1), 1 + pi, allowed(GetParam()));
}

// Round and round: the force jumps once in every turn.
TEST_P(AnglesByMethod, CutIsCrossedOnceInEveryTurn) {
    Description model{.coordinates = {"a", "x"},
                      .lagrangian = "(a'^2 + x'^2)/2",
                      .forces = {{.on = "x", .value = "atan2(sin(a), cos(a))"}},
                      .initial = {{"a'", "1"}}};
    const double until = 9, angle = until - 2 * pi;
    const Trajectory run = motion_of(model, until, GetParam());
    ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
    EXPECT_NEAR(last(run, 3), angle * angle / 2, 10 * allowed(GetParam()));
    EXPECT_NEAR(last(run, 1), pi * pi * pi / 3 + angle * angle * angle / 6,
                10 * allowed(GetParam()));
}

// The triangle waves of asin(sin a), acos(cos a) and of what is that in other words, with a = 2 t: the
// velocity is their integral.
TEST_P(AnglesByMethod, TriangleWaves) {
    const double until = 3;  // 2 t = 6: past 3 π/2
    struct Wave {
        const char* force;
        double velocity;
    };
    const double falls = 6 - 1.5 * pi;  // since the last kink of asin(sin), where that is −π/2
    const double down = 6 - pi;         // since the last kink of acos(cos), where that is π
    for (const auto& [force, velocity] : {
             Wave{"asin(sin(2*t))", (pi * pi / 8 - pi * falls / 2 + falls * falls / 2) / 2},
             Wave{"acos(cos(2*t))", (pi * pi / 2 + pi * down - down * down / 2) / 2},
             Wave{"2*t - atan(tan(2*t))", (pi * pi + 2 * pi * falls) / 2},
         }) {
        Description model{
            .coordinates = {"x"}, .lagrangian = "x'^2/2", .forces = {{.on = "x", .value = force}}};
        const Trajectory run = motion_of(model, until, GetParam());
        ASSERT_TRUE(run.reached_end()) << force << to_text(run.stop.message);
        EXPECT_NEAR(last(run, 1), velocity, 1e-7) << force;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, AnglesByMethod,
                         ::testing::Values("auto", "taylor", "dop853", "vern9", "gauss6", "adams",
                                           "bdf"),
                         [](const auto& row) { return std::string(row.param); });

// A direction that turns as it is told: x = sin t, y = 1 − cos t up to the cut, where the constraint jumps.
TEST(Angles, AsConstraints) {
    for (const char* form : {"lagrange_multipliers", "benenti"}) {
        Description model{.coordinates = {"x", "y"},
                          .lagrangian = "(x'^2 + y'^2)/2",
                          .constraints = {{.name = "c", .equation = "atan2(y', x') = t"}},
                          .initial = {{"x'", "1"}}};
        const Trajectory run = motion_of(model, 3, "auto", form);
        ASSERT_TRUE(run.reached_end()) << form << to_text(run.stop.message);
        EXPECT_NEAR(last(run, 0), std::sin(3.0), 1e-7) << form;
        EXPECT_NEAR(last(run, 1), 1 - std::cos(3.0), 1e-7) << form;
        EXPECT_THAT(to_text(motion_of(model, 4, "auto", form).stop.message), HasSubstr("jumps at"));
    }
}

// Towards the cut from both sides the motion is held on it, as long as x < 1.
TEST(Angles, HeldOnTheCutUpToItsEnd) {
    const Description model = in_the_plane("0", "-2*atan2(y', x - 1)", {{"x'", "1"}});
    const Trajectory run = motion_of(model, 2, "dop853");
    ASSERT_TRUE(run.reached_end()) << to_text(run.stop.message);
    EXPECT_NEAR(last(run, 1), 0, 1e-7);
    EXPECT_THAT(all_notes(run), HasSubstr("to t = 1."));
}

// The kinks of an angle that is an arccosine in other words.
TEST(Angles, ArccosinesWithKinks) {
    const auto end = [](const std::string& angle) {
        Description model{.coordinates = {"x", "y"},
                          .lagrangian = "(x'^2 + y'^2)/2",
                          .forces = {{.on = "x", .value = "-" + angle}},
                          .initial = {{"x", "1"}, {"y", "1/2"}, {"x'", "3/10"}, {"y'", "-1"}}};
        const Trajectory run = motion_of(model, 2, "gauss6");
        EXPECT_TRUE(run.reached_end()) << angle << to_text(run.stop.message);
        return last(run, 0);
    };
    EXPECT_NEAR(end("acos(x/sqrt(x^2 + y^2))"), end("abs(atan2(y, x))"), 1e-8);
    EXPECT_NEAR(end("acos((1 - y^2)/(1 + y^2))"), end("2*abs(atan(y))"), 1e-8);
}

}  // namespace
}  // namespace rattleback::testing
