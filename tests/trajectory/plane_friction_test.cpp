// Friction along −v/|v|: it stops, holds and lets go, against closed forms and against friction along
// −v/√(v² + ε²), with every method.

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <numbers>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Ask {
    double until = 1;
    std::string method = "auto";
    std::string form = "benenti";
    bool dense = false;
    double rtol = 1e-9;
};

Trajectory motion_of(const Description& model, const Ask& ask) {
    const System system = build(model);
    SimulationOptions options;
    options.integration = {
        .method = ask.method, .rtol = ask.rtol, .until = ask.until, .dense = ask.dense};
    return simulate(system, derive(system, ask.form), options);
}

std::string all_notes(const Trajectory& run) {
    std::string text;
    for (const Sentence& note : run.notes) text += to_text(note) + "\n";
    return text;
}

double last(const Trajectory& run, std::size_t column) { return run.stop.state[column]; }

double allowed(const std::string& method) { return method == "bdf" ? 1e-6 : 1e-7; }

// A block of mass 1 in a plane, with friction of the size mu.
Description block(const std::string& mu, const std::string& pull_x = "0",
                  const std::string& pull_y = "0", const std::string& more = "") {
    const std::string root = "/sqrt(x'^2 + y'^2" + more + ")";
    return {.coordinates = {"x", "y"},
            .lagrangian = "(x'^2 + y'^2)/2",
            .forces = {{.on = "x", .value = pull_x + " - (" + mu + ")*x'" + root},
                       {.on = "y", .value = pull_y + " - (" + mu + ")*y'" + root}}};
}

// x points down the slope.
const double g = 9.81, slope = 0.3;
Description on_incline(double mu) {
    return block(std::to_string(mu) + "*9.81*cos(0.3)", "9.81*sin(0.3)");
}

class PlaneFriction : public ::testing::TestWithParam<const char*> {};

// With k = μ/tan α the speed is v₀ tan(ψ/2)^k / sin ψ at the angle ψ from the line of fall.
TEST_P(PlaneFriction, ThrownAcrossAnIncline) {
    Description model = on_incline(0.4);
    model.initial = {{"y'", "1"}};
    const Trajectory run = motion_of(model, {.until = 2, .method = GetParam()});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    const double k = 0.4 / std::tan(slope), fall = g * std::sin(slope);
    EXPECT_NEAR(last(run, 0), 1 / (4 * fall * (k * k - 1)), allowed(GetParam()));
    EXPECT_NEAR(last(run, 1), 2 * k / (fall * (4 * k * k - 1)), allowed(GetParam()));
    EXPECT_EQ(last(run, 2), 0);
    EXPECT_EQ(last(run, 3), 0);
    EXPECT_THAT(all_notes(run), HasSubstr("held at x' = 0, y' = 0 from t = 0.6636647"));
    EXPECT_NEAR(k / (fall * (k * k - 1)), 0.6636647, 1e-7);
}

TEST_P(PlaneFriction, StandsOnAnInclineOrSlidesDown) {
    const Trajectory stands = motion_of(on_incline(0.4), {.until = 5, .method = GetParam()});
    EXPECT_TRUE(stands.reached_end()) << stands.stop.message;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(last(stands, i), 0);
    const double a = g * (std::sin(slope) - 0.3 * std::cos(slope));
    const Trajectory slides = motion_of(on_incline(0.3), {.until = 5, .method = GetParam()});
    EXPECT_TRUE(slides.reached_end()) << slides.stop.message;
    EXPECT_NEAR(last(slides, 0), 12.5 * a, allowed(GetParam()));
    EXPECT_NEAR(last(slides, 1), 0, allowed(GetParam()));
    Description model = on_incline(0.3);
    model.initial = {{"x'", "-1"}};
    const Trajectory turns = motion_of(model, {.until = 5, .method = GetParam()});
    const double up = g * (std::sin(slope) + 0.3 * std::cos(slope)), rest = 5 - 1 / up;
    EXPECT_NEAR(last(turns, 0), -1 / (2 * up) + a * rest * rest / 2, allowed(GetParam()));
    EXPECT_NEAR(last(turns, 2), a * rest, allowed(GetParam()));
}

// Along (0.6, 0.8)·t/10 until it is stronger than friction, at t = 3.
TEST_P(PlaneFriction, GrowingForceLetsGo) {
    const Trajectory run =
        motion_of(block("3/10", "0.06*t", "0.08*t"), {.until = 5, .method = GetParam()});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 0), 0.06 * 8 / 6, allowed(GetParam()));
    EXPECT_NEAR(last(run, 3), 0.08 * 4 / 2, allowed(GetParam()));
    EXPECT_THAT(all_notes(run), HasSubstr("held at x' = 0, y' = 0 from t = 0 to t = 3."));
}

// Where it is let go the direction is that of the force, at speeds that are almost nothing too: x' has no
// zero there, the energy balances, and the steps are not those of a direction that turns fast.
TEST_P(PlaneFriction, LeavesRestInItsDirection) {
    const std::vector<std::pair<std::string, std::string>> pulls{
        {"0.06*t", "0.08*t"}, {"0.6*sin(t/2)", "-0.2*sin(t/2)"}, {"t*cos(t)/9", "t*sin(t)/9"}};
    for (const auto& [x, y] : pulls)
        for (const double rtol : {1e-6, 1e-9, 1e-10}) {
            Description model = block("3/10", x, y);
            model.events = {{.name = "stops", .when = "x' = 0"}};
            const Trajectory run =
                motion_of(model, {.until = 3.5, .method = GetParam(), .dense = true, .rtol = rtol});
            ASSERT_TRUE(run.reached_end()) << run.stop.message;
            EXPECT_EQ(run.events.size(), 0U) << x << ", " << rtol;
            if (GetParam() == std::string("gauss6")) {
                EXPECT_LT(run.statistics.steps, 300U) << x << ", " << rtol;
            }
            const System system = build(model);
            for (const MotionCheck& check : check_motion(system, derive(system, "benenti"), run))
                EXPECT_TRUE(check.holds()) << check.name << ": " << check.largest << " at "
                                           << check.time << ", allowed " << check.allowed;
        }
}

// It turns while it grows, and the friction with it.
TEST_P(PlaneFriction, TurningForceLetsGo) {
    const std::string x = "t*cos(t)/10", y = "t*sin(t)/10";
    const Trajectory run = motion_of(block("3/10", x, y), {.until = 6, .method = GetParam()});
    const Trajectory nearly =
        motion_of(block("3/10", x, y, " + 1e-14"), {.until = 6, .method = "bdf"});
    ASSERT_TRUE(run.reached_end() && nearly.reached_end()) << run.stop.message;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(last(run, i), last(nearly, i), 1e-5);
}

// It is too strong from the start, and turns.
TEST_P(PlaneFriction, LeavesRestAtOnce) {
    const std::string x = "2*cos(t)", y = "2*sin(t)";
    const Trajectory run = motion_of(block("1", x, y), {.until = 6, .method = GetParam()});
    const Trajectory nearly =
        motion_of(block("1", x, y, " + 1e-14"), {.until = 6, .method = "bdf"});
    ASSERT_TRUE(run.reached_end() && nearly.reached_end()) << run.stop.message;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(last(run, i), last(nearly, i), 1e-6);
}

// On a table that turns with Ω = 1 it comes to rest relative to the table, and goes around with it.
TEST_P(PlaneFriction, CarriedByATurntable) {
    const auto table = [](const std::string& more) {
        const std::string root = "/sqrt((x' + y)^2 + (y' - x)^2" + more + ")";
        return Description{.coordinates = {"x", "y"},
                           .lagrangian = "(x'^2 + y'^2)/2",
                           .forces = {{.on = "x", .value = "-3/10*(x' + y)" + root},
                                      {.on = "y", .value = "-3/10*(y' - x)" + root}},
                           .initial = {{"x", "1/10"}}};
    };
    const Trajectory run = motion_of(table(""), {.until = 6, .method = GetParam()});
    const Trajectory nearly = motion_of(table(" + 1e-12"), {.until = 6, .method = "bdf"});
    ASSERT_TRUE(run.reached_end() && nearly.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 2), -last(run, 1), 1e-8);
    EXPECT_NEAR(last(run, 3), last(run, 0), 1e-8);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(last(run, i), last(nearly, i), 1e-5);
}

// Driven along one line it moves as with friction −sign s', and turns where that does.
TEST_P(PlaneFriction, ReversesAsOnALine) {
    for (const auto& [x, y, phase] :
         std::vector<std::array<std::string, 3>>{{"3", "4", "0.3"},
                                                 {"4.186", "3.605", "1.947"},
                                                 {"0.476", "2.153", "2.614"},
                                                 {"-5.09", "0.627", "0.93"}}) {
        const double a = std::stod(x), b = std::stod(y), size = std::hypot(a, b);
        const std::string drive = "*sin(t + " + phase + ")";
        const Description line{
            .coordinates = {"s"},
            .lagrangian = "s'^2/2",
            .forces = {{.on = "s",
                        .value = "sqrt((" + x + ")^2 + (" + y + ")^2)" + drive + " - sign(s')"}}};
        const Trajectory truth = motion_of(line, {.until = 8, .method = "dop853"});
        const Trajectory run = motion_of(block("1", "(" + x + ")" + drive, "(" + y + ")" + drive),
                                         {.until = 8, .method = GetParam()});
        ASSERT_TRUE(truth.reached_end() && run.reached_end()) << run.stop.message;
        EXPECT_NEAR(last(run, 0), last(truth, 0) * a / size, size * allowed(GetParam()));
        EXPECT_NEAR(last(run, 1), last(truth, 0) * b / size, size * allowed(GetParam()));
    }
}

// The upper block is left behind at t = 2: from then on it is pulled by 1 along (0.6, 0.8).
TEST_P(PlaneFriction, LeftBehind) {
    const std::string root = "/sqrt((u' - x')^2 + (w' - y')^2)";
    const Description model{.coordinates = {"x", "y", "u", "w"},
                            .lagrangian = "3*(x'^2 + y'^2)/2 + (u'^2 + w'^2)/2",
                            .forces = {{.on = "x", .value = "(u' - x')" + root + " + 1.2*t"},
                                       {.on = "y", .value = "(w' - y')" + root + " + 1.6*t"},
                                       {.on = "u", .value = "-(u' - x')" + root},
                                       {.on = "w", .value = "-(w' - y')" + root}}};
    const Trajectory run = motion_of(model, {.until = 5, .method = GetParam()});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 2), 4.9, 10 * allowed(GetParam()));
    EXPECT_NEAR(last(run, 6), 2.4, 10 * allowed(GetParam()));
}

// What vanishes with the speed does so once, where the motion comes to rest or turns.
TEST_P(PlaneFriction, EventsAtRest) {
    const auto times = [](Description model, const std::string& when, double until) {
        model.events = {{.name = "rest", .when = when}};
        std::vector<double> result;
        const Trajectory run = motion_of(model, {.until = until, .method = GetParam()});
        for (const EventHit& hit : run.events) result.push_back(hit.time);
        return result;
    };
    Description turns = block("0.3", "-0.36", "-0.48"), held = block("0.3");
    turns.initial = held.initial = {{"x'", "0.6"}, {"y'", "0.8"}};
    for (const char* when : {"x' = 0", "0.6*x' + 0.8*y' = 0", "sqrt(x'^2 + y'^2) = 0"}) {
        EXPECT_THAT(times(turns, when, 5), ElementsAre(DoubleNear(1 / 0.9, 1e-7))) << when;
        EXPECT_THAT(times(held, when, 5), ElementsAre(DoubleNear(1 / 0.3, 1e-7))) << when;
    }
}

TEST_P(PlaneFriction, EventAtRestStopsASkate) {
    const Description model{.coordinates = {"x", "y", "phi"},
                            .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 - 0.6*x",
                            .forces = {{.on = "x", .value = "-0.3*x'/sqrt(x'^2 + y'^2)"},
                                       {.on = "y", .value = "-0.3*y'/sqrt(x'^2 + y'^2)"}},
                            .constraints = {{.equation = "y' = x'*tan(phi)"}},
                            .initial = {{"x'", "1"}},
                            .events = {{.name = "rest", .when = "x' = 0", .stop = true}}};
    const Trajectory run = motion_of(model, {.until = 5, .method = GetParam()});
    EXPECT_EQ(run.stop.reason, StopReason::Event);
    EXPECT_NEAR(run.stop.time, 1 / 0.9, 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Methods, PlaneFriction,
                         ::testing::Values("auto", "taylor", "dopri5", "dop853", "vern9", "gauss4",
                                           "gauss6", "adams", "bdf"),
                         [](const auto& row) { return std::string(row.param); });

// At rest for a while, let go without an event, and at rest again.
TEST(PlaneFrictionForms, LetGoWithoutAnEvent) {
    Description model = block("1", "0.9*sin(t)", "1.2*sin(t)");
    model.events = {{.name = "rest", .when = "x' = 0"}};
    for (const char* method : {"auto", "dop853", "gauss6", "bdf"})
        EXPECT_EQ(motion_of(model, {.until = 10, .method = method}).events.size(), 3) << method;
}

// Straight lines, whatever the coordinates and the ways of writing |v|.
TEST(PlaneFrictionForms, WaysOfWriting) {
    const std::vector<std::pair<std::string, std::string>> ways{
        {"-2*x'/sqrt(x'^2 + y'^2)", "-2*y'/sqrt(x'^2 + y'^2)"},
        {"-2*x'*(x'^2 + y'^2)^(-1/2)", "-2*y'/(x'*x' + y'*y')^(1/2)"},
        {"-2*x'*sqrt(x'^2 + y'^2)/(x'^2 + y'^2)", "-2*y'/sqrt(x'^2 + y'^2)"},
        {"-6*x'/sqrt(9*x'^2 + 9*y'^2)", "-6*y'/sqrt(9*x'^2 + 9*y'^2)"},
        {"-2*x'/sqrt((x' + y')^2/2 + (x' - y')^2/2)", "-2*y'/sqrt((x' + y')^2/2 + (x' - y')^2/2)"},
        {"-(x' + y' + (x' - y'))/sqrt(x'^2 + y'^2)", "-2*y'/sqrt(x'^2 + y'^2)"},
        {"-(2/sqrt(x'^2 + y'^2) + y')*x' + x'*y'", "-(2/sqrt(x'^2 + y'^2) + x')*y' + x'*y'"},
        {"-(1 + exp(-0*sqrt(x'^2 + y'^2)))*x'/sqrt(x'^2 + y'^2)", "-2*y'/sqrt(x'^2 + y'^2)"}};
    for (const auto& [x, y] : ways) {
        Description model{.coordinates = {"x", "y"},
                          .lagrangian = "(x'^2 + y'^2)/2",
                          .forces = {{.on = "x", .value = x}, {.on = "y", .value = y}},
                          .initial = {{"x'", "3"}, {"y'", "4"}}};
        const Trajectory run = motion_of(model, {.until = 4});
        ASSERT_TRUE(run.reached_end()) << x << ": " << run.stop.message;
        EXPECT_NEAR(last(run, 0), 3.75, 1e-8) << x;
        EXPECT_NEAR(last(run, 1), 5, 1e-8) << x;
        EXPECT_EQ(last(run, 2), 0) << x;
    }
}

// From rest, dry and viscous friction in one factor. Along a line it is x'' = −4 x ∓ 0.3 − 0.1 x',
// whose swings about ∓0.3/4 have the frequency √(4 − 0.05²) and shrink as e^(−0.05 t).
TEST(PlaneFrictionForms, FactoredOut) {
    const double rate = 0.05, frequency = std::sqrt(4 - rate * rate);
    const auto swing = [&](double from, double centre, double t) {
        return centre + (from - centre) * std::exp(-rate * t) *
                            (std::cos(frequency * t) + rate / frequency * std::sin(frequency * t));
    };
    const double half = std::numbers::pi / frequency;
    double at = 1, side = 1, t = 6;
    for (; t > half; t -= half, side = -side) at = swing(at, side * 0.3 / 4, half);
    at = swing(at, side * 0.3 / 4, t);

    Description plane{.coordinates = {"x", "y"},
                      .lagrangian = "(x'^2 + y'^2)/2 - 2*(x^2 + y^2)",
                      .forces = {{.on = "x", .value = "-(0.3/sqrt(x'^2 + y'^2) + 0.1)*x'"},
                                 {.on = "y", .value = "-y'*(0.1 + 0.3/sqrt(x'^2 + y'^2))"}},
                      .initial = {{"x", "0.6"}, {"y", "0.8"}}};
    const Trajectory in_plane = motion_of(plane, {.until = 6});
    ASSERT_TRUE(in_plane.reached_end()) << in_plane.stop.message;
    EXPECT_NEAR(last(in_plane, 0), 0.6 * at, 1e-7);
    EXPECT_NEAR(last(in_plane, 1), 0.8 * at, 1e-7);

    for (const std::string force :
         {"-(0.3/abs(x') + 0.1)*x'", "-x'*(0.1 + 3*(0.05 + 0.05)/abs(x'))",
          "-2*(0.15/sqrt(x'^2) + 0.05)*x'", "-(0.3/abs(x') + x')*x' + x'^2 - 0.1*x'"}) {
        Description line{.coordinates = {"x"},
                         .lagrangian = "x'^2/2 - 2*x^2",
                         .forces = {{.on = "x", .value = force}},
                         .initial = {{"x", "1"}}};
        const Trajectory run = motion_of(line, {.until = 6});
        ASSERT_TRUE(run.reached_end()) << force << ": " << run.stop.message;
        EXPECT_NEAR(last(run, 0), at, 1e-7) << force;
    }
}

TEST(PlaneFrictionForms, InSpaceAndInOtherCoordinates) {
    Description space{.coordinates = {"x", "y", "z"},
                      .lagrangian = "(x'^2 + y'^2 + z'^2)/2",
                      .forces = {{.on = "x", .value = "-2*x'/sqrt(x'^2 + y'^2 + z'^2)"},
                                 {.on = "y", .value = "-2*y'/sqrt(x'^2 + y'^2 + z'^2)"},
                                 {.on = "z", .value = "-2*z'/sqrt(x'^2 + y'^2 + z'^2)"}},
                      .initial = {{"x'", "1"}, {"y'", "2"}, {"z'", "2"}}};
    const Trajectory run = motion_of(space, {.until = 3});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 0), 0.75, 1e-8);
    EXPECT_NEAR(last(run, 2), 1.5, 1e-8);
    // Half a unit along the line x = 1.
    Description polar{.coordinates = {"r", "phi"},
                      .lagrangian = "(r'^2 + r^2*phi'^2)/2",
                      .forces = {{.on = "r", .value = "-r'/sqrt(r'^2 + r^2*phi'^2)"},
                                 {.on = "phi", .value = "-r^2*phi'/sqrt(r'^2 + r^2*phi'^2)"}},
                      .initial = {{"r", "1"}, {"phi'", "1"}}};
    const Trajectory line = motion_of(polar, {.until = 3});
    ASSERT_TRUE(line.reached_end()) << line.stop.message;
    EXPECT_NEAR(last(line, 0), std::sqrt(1.25), 1e-8);
    EXPECT_NEAR(last(line, 1), std::atan(0.5), 1e-8);
    EXPECT_EQ(last(line, 2), 0);
}

// Sliding and spinning together: they end at the same time, as with a friction that is nearly this.
TEST(PlaneFrictionForms, DiscSlidesAndSpins) {
    const auto disc = [](const std::string& more) {
        const std::string root = "/sqrt(x'^2 + y'^2 + phi'^2/4" + more + ")";
        return Description{.coordinates = {"x", "y", "phi"},
                           .lagrangian = "(x'^2 + y'^2 + phi'^2/2)/2",
                           .forces = {{.on = "x", .value = "-x'" + root},
                                      {.on = "y", .value = "-y'" + root},
                                      {.on = "phi", .value = "-phi'/4" + root}},
                           .initial = {{"x'", "1"}, {"phi'", "3"}}};
    };
    const Trajectory run = motion_of(disc(""), {.until = 5});
    const Trajectory nearly = motion_of(disc(" + 1e-12"), {.until = 5, .method = "bdf"});
    ASSERT_TRUE(run.reached_end() && nearly.reached_end()) << run.stop.message;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(last(run, i), last(nearly, i), 2e-5);
    EXPECT_EQ(last(run, 5), 0);
}

// The upper of two blocks comes to rest on the lower one, and both on the ground.
TEST(PlaneFrictionForms, BlockOnABlock) {
    const std::string between = "/sqrt((x' - u')^2 + (y' - v')^2)", ground = "/sqrt(u'^2 + v'^2)/2";
    Description model{.coordinates = {"x", "y", "u", "v"},
                      .lagrangian = "(x'^2 + y'^2)/2 + u'^2 + v'^2",
                      .forces = {{.on = "x", .value = "-(x' - u')" + between},
                                 {.on = "y", .value = "-(y' - v')" + between},
                                 {.on = "u", .value = "(x' - u')" + between + " - u'" + ground},
                                 {.on = "v", .value = "(y' - v')" + between + " - v'" + ground}},
                      .initial = {{"x'", "2"}, {"y'", "1"}}};
    const Trajectory run = motion_of(model, {.until = 6});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    const double along = 2 / std::sqrt(5.0);
    EXPECT_NEAR(last(run, 0), 3 * along, 1e-7);
    EXPECT_NEAR(last(run, 2), 1 * along, 1e-7);
    for (std::size_t i = 4; i < 8; ++i) EXPECT_NEAR(last(run, i), 0, 1e-12);
}

TEST(PlaneFrictionForms, SkateInEveryForm) {
    Description model{.coordinates = {"x", "y", "phi"},
                      .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
                      .forces = {{.on = "x", .value = "-0.3*x'/sqrt(x'^2 + y'^2)"},
                                 {.on = "y", .value = "-0.3*y'/sqrt(x'^2 + y'^2)"}},
                      .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
                      .initial = {{"x'", "1"}, {"phi'", "1"}}};
    const System system = build(model);
    const double end = 1 / 0.3;
    for (const Formulation* row : applicable(system)) {
        if (row->principle() != Principle::Nonholonomic) continue;
        const Trajectory run = motion_of(model, {.until = 5, .form = std::string(row->name)});
        ASSERT_TRUE(run.reached_end()) << row->name << ": " << run.stop.message;
        EXPECT_NEAR(last(run, 0), 0.3 - 0.3 * std::cos(end), 1e-7) << row->name;
        EXPECT_NEAR(last(run, 1), 1 - 0.3 * std::sin(end), 1e-7) << row->name;
        EXPECT_NEAR(last(run, 2), 5, 1e-7) << row->name;
    }
}

// What holds is in the balance of energy, whatever the units.
TEST(PlaneFrictionForms, ChecksInAnyUnits) {
    std::vector<double> ends;
    for (const char* unit : {"1", "1e-20", "1e20"}) {
        const std::string root = "/sqrt(x'^2 + y'^2)", length = unit;
        Description model{.coordinates = {"x", "y"},
                          .lagrangian = "(x'^2 + y'^2)/2 - (x^2 + 4*y^2)/2",
                          .forces = {{.on = "x", .value = "-0.3*" + length + "*x'" + root},
                                     {.on = "y", .value = "-0.3*" + length + "*y'" + root}},
                          .initial = {{"x", length}, {"y", length}}};
        const System system = build(model);
        const Trajectory run = motion_of(model, {.until = 30, .dense = true});
        ASSERT_TRUE(run.reached_end()) << run.stop.message;
        ends.push_back(last(run, 0) / std::stod(unit));
        EXPECT_NEAR(ends.back(), ends.front(), 1e-8) << unit;
        EXPECT_EQ(last(run, 2), 0);
        for (const MotionCheck& check : check_motion(system, derive(system, "benenti"), run))
            EXPECT_TRUE(check.holds()) << check.name << check.largest << " " << check.allowed;
    }
}

// Thrown across an incline, with the coordinates themselves in other units: |v| is then the root of a
// quadratic form with coefficients far from one.
TEST(PlaneFrictionForms, CoordinatesInAnyUnits) {
    const auto power = [](int n) { return "10^(" + std::to_string(n) + ")"; };
    struct Units {
        int mass, length, time;
    };
    for (const auto& [mass, length, time] : std::vector<Units>{{0, 0, 0},
                                                               {2, -5, 12},
                                                               {-2, 5, -12},
                                                               {30, 0, 0},
                                                               {-30, 0, 0},
                                                               {0, 30, 0},
                                                               {0, -30, 0},
                                                               {0, 0, 30},
                                                               {0, 0, -30},
                                                               {17, -29, 25}}) {
        const std::string speed = power(time - length), energy = power(mass + 2 * (length - time)),
                          force = "-0.4*9.81*cos(0.3)*" + power(mass + length - 2 * time),
                          v = "/sqrt((x'*" + speed + ")^2 + (y'*" + speed + ")^2)";
        Description model{.coordinates = {"x", "y"},
                          .lagrangian = energy + "*(((x'*" + speed + ")^2 + (y'*" + speed +
                                        ")^2)/2 + 9.81*sin(0.3)*x*" + power(-length) + ")",
                          .forces = {{.on = "x", .value = force + "*(x'*" + speed + ")" + v},
                                     {.on = "y", .value = force + "*(y'*" + speed + ")" + v}},
                          .initial = {{"y'", power(length - time)}}};
        const double metre = std::pow(10.0, length);
        const Trajectory run = motion_of(model, {.until = 2 * std::pow(10.0, time)});
        ASSERT_TRUE(run.reached_end()) << mass << length << time << run.stop.message;
        const double k = 0.4 / std::tan(slope), fall = g * std::sin(slope);
        EXPECT_NEAR(last(run, 0) / metre, 1 / (4 * fall * (k * k - 1)), 1e-8) << length << time;
        EXPECT_NEAR(last(run, 1) / metre, 2 * k / (fall * (4 * k * k - 1)), 1e-8);
        EXPECT_NEAR(last(run, 2) / metre * std::pow(10.0, time), 0, 1e-14);
        EXPECT_THAT(all_notes(run), HasSubstr("held at x' = 0, y' = 0 from t = "));
    }
}

TEST(PlaneFrictionForms, WithoutFrictionAtRest) {
    Description model = block("mu");
    model.parameters = {{"mu", "0"}};
    const Trajectory run = motion_of(model, {.until = 3});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_EQ(last(run, 0), 0);
}

// Backward in time rest has many pasts; and a force that grows without bound still ends.
// m s' (1 + k²) = −(μ + k) m g for the speed s along a straight line, where z' = k s; at s = 0 the
// constraint has no gradient, and the motion ends there as it does without friction.
TEST(PlaneFrictionForms, RestAtTheApexOfAConstraintEndsTheMotion) {
    const auto climbs = [](double mu, double k, const std::string& cone) {
        const std::string friction = std::to_string(-mu * g), root = "/sqrt(x'^2 + y'^2)";
        return Description{.coordinates = {"x", "y", "z"},
                           .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - 9.81*z",
                           .forces = {{.on = "x", .value = friction + "*x'" + root},
                                      {.on = "y", .value = friction + "*y'" + root}},
                           .constraints = {{.name = "cone", .equation = cone}},
                           .initial = {{"x'", "4"}, {"y'", "3"}, {"z'", std::to_string(5 * k)}}};
    };
    for (const double k : {0.001, 0.5}) {
        const std::string of = std::to_string(k);
        const double mu = 0.2, end = 5 * (1 + k * k) / ((mu + k) * g);
        for (const std::string& cone :
             {"z' = " + of + "*sqrt(x'^2 + y'^2)", "z'^2 = " + of + "^2*(x'^2 + y'^2)",
              "z'^4 = " + of + "^4*(x'^2 + y'^2)^2"})
            for (const std::string form : {"benenti", "lagrange_multipliers"})
                for (const std::string method : {"auto", "gauss6"}) {
                    const Trajectory run = motion_of(
                        climbs(mu, k, cone), {.until = 2 * end, .method = method, .form = form});
                    const std::string what = form + ", " + method + ", " + cone;
                    EXPECT_EQ(run.stop.reason, StopReason::SingularState)
                        << what << ": " << run.stop.message;
                    EXPECT_NEAR(run.stop.time / end, 1, 1e-7) << what;
                }
    }
}

// A constraint x'' = −k x'/|v| beside friction μ along y, and a force that is not affine in a direction
// beside a constraint with a root: nobody knows how to hold these, and their runs end at rest.
TEST(PlaneFrictionForms, RestThatNobodyCanHoldEndsTheMotion) {
    const std::string root = "/sqrt(x'^2 + y'^2)";
    Description along{
        .coordinates = {"x", "y"},
        .lagrangian = "(x'^2 + y'^2)/2",
        .forces = {{.on = "x", .value = "-x'" + root}, {.on = "y", .value = "-y'" + root}},
        .constraints = {{.name = "slows", .equation = "x'' = -x'" + root}},
        .initial = {{"x'", "4"}, {"y'", "3"}}};
    const Trajectory slowed = motion_of(along, {.until = 60, .form = "lagrange_multipliers"});
    EXPECT_EQ(slowed.stop.reason, StopReason::SingularState) << slowed.stop.message;
    EXPECT_NEAR(slowed.stop.time, 5, 1e-6);
    Description model{.coordinates = {"x", "y", "z"},
                      .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - 9.81*z",
                      .forces = {{.on = "x", .value = "-2*x'" + root + " - x'^2/(x'^2 + y'^2)"},
                                 {.on = "y", .value = "-2*y'" + root}},
                      .constraints = {{.name = "cone", .equation = "z' = sqrt(x'^2 + y'^2)/20"}},
                      .initial = {{"x'", "4"}, {"y'", "3"}, {"z'", "1/4"}}};
    for (const char* method : {"auto", "dop853"}) {
        const Trajectory run = motion_of(model, {.until = 8, .method = method, .rtol = 1e-10});
        EXPECT_EQ(run.stop.reason, StopReason::SingularState) << run.stop.message;
        EXPECT_LT(run.statistics.steps, 5000U);
    }
}

TEST(PlaneFrictionForms, WhereThereIsNoWayOn) {
    const Trajectory back = motion_of(on_incline(0.4), {.until = -1});
    EXPECT_EQ(back.stop.reason, StopReason::SingularState);
    EXPECT_THAT(to_text(back.stop.message),
                HasSubstr("several continuations at t = 0, where x' = 0, y'"));
    Description model = block("3/10");
    model.forces[0].value = "-1/sqrt(x'^2 + y'^2)";
    model.initial = {{"x'", "1"}};
    const Trajectory ends = motion_of(model, {.until = 3});
    EXPECT_EQ(ends.stop.reason, StopReason::SingularState);
    EXPECT_NEAR(ends.stop.time, 0.5, 1e-6);
}

}  // namespace
}  // namespace rattleback::testing
