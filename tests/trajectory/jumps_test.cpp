// Motion across jumps and kinks of the forces, against closed forms, with every method: through
// them, held on them, let go from them, and where there is no way on.

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;
using ::testing::HasSubstr;

struct Ask {
    double until = 1;
    std::string method = "auto";
    std::vector<double> at = {};
    std::string form = "benenti";
    bool dense = false;
};

Trajectory motion_of(const Description& model, const Ask& ask) {
    const System system = build(model);
    SimulationOptions options;
    options.integration = {.method = ask.method,
                           .rtol = 1e-9,
                           .atol = 1e-11,
                           .until = ask.until,
                           .at = ask.at,
                           .dense = ask.dense};
    return simulate(system, derive(system, ask.form), options);
}

std::string all_notes(const Trajectory& run) {
    std::string text;
    for (const Sentence& note : run.notes) text += to_text(note) + "\n";
    return text;
}

double last(const Trajectory& run, std::size_t column) { return run.stop.state[column]; }

// Global errors are some hundred times the tolerance of a step, with bdf of low order some thousand.
double allowed(const std::string& method) { return method == "bdf" ? 1e-5 : 1e-6; }

Description free_mass(const std::string& force) {
    return {.coordinates = {"x"}, .lagrangian = "x'^2/2", .forces = {{.on = "x", .value = force}}};
}

class JumpsByMethod : public ::testing::TestWithParam<const char*> {};

// x'' = −sign x: arcs of parabolas, with the period 4 v.
TEST_P(JumpsByMethod, AbsoluteValueAsPotential) {
    Description model{
        .coordinates = {"x"}, .lagrangian = "x'^2/2 - abs(x)", .initial = {{"x'", "1"}}};
    const auto exact = [](double t) {
        const double phase = std::fmod(t, 4.0), s = std::fmod(phase, 2.0);
        return (phase < 2 ? 1 : -1) * (s - s * s / 2);
    };
    const std::vector<double> at{0.5, 1.9, 2.1, 5, 7.3, 9.9};
    const Trajectory run = motion_of(model, {.until = 10, .method = GetParam(), .at = at});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    ASSERT_EQ(run.times, at);
    for (std::size_t i = 0; i < at.size(); ++i)
        EXPECT_NEAR(run.states[i][0], exact(at[i]), allowed(GetParam())) << at[i];
    EXPECT_LT(run.statistics.steps, 3000U);
}

// Friction holds it until the load is as strong, in any unit of mass: where forces balance each other, what
// rounding leaves of them tells no size.
TEST_P(JumpsByMethod, HeldFromTheStartInAnyUnits) {
    for (const char* mass : {"1", "10", "1e25", "1e-25"}) {
        Description model{.coordinates = {"x"},
                          .parameters = {{"m", mass}},
                          .lagrangian = "m*x'^2/2",
                          .forces = {{.on = "x", .value = "m*(t - 2*sign(x'))"}}};
        const Trajectory run = motion_of(model, {.until = 5, .method = GetParam()});
        ASSERT_TRUE(run.reached_end()) << mass << ": " << run.stop.message;
        EXPECT_NEAR(last(run, 0), 4.5, allowed(GetParam())) << mass;
        EXPECT_LT(run.statistics.steps, 3000U) << mass;
    }
}

// A block that a shaken one carries along by friction, which starts at rest with it.
TEST_P(JumpsByMethod, CarriedFromTheStartInAnyUnits) {
    std::vector<double> known;
    for (const char* mass : {"1", "1e25", "1e-25"}) {
        Description model{
            .coordinates = {"x", "y"},
            .parameters = {{"m", mass}},
            .lagrangian = "m*(2*x'^2 + y'^2)/2",
            .forces = {{.on = "x", .value = "m*(4*sin(t) - 1.5*sign(x') + 0.7*sign(y' - x'))"},
                       {.on = "y", .value = "-0.7*m*sign(y' - x')"}}};
        const Trajectory run = motion_of(model, {.until = 6, .method = GetParam()});
        ASSERT_TRUE(run.reached_end()) << mass << ": " << run.stop.message;
        EXPECT_LT(run.statistics.steps, 3000U) << mass;
        if (known.empty()) known = run.stop.state;
        for (std::size_t i = 0; i < known.size(); ++i)
            EXPECT_NEAR(run.stop.state[i], known[i], allowed(GetParam())) << mass;
    }
}

// Kinks within kinks: the side of the outer one follows from that of the inner one. The force acts from
// rest and depends on time alone: v is its integral, and x the integral of v.
TEST_P(JumpsByMethod, KinksWithinKinks) {
    struct Case {
        const char* force;
        double v, x;  // at t = 8
    };
    for (const auto& [force, v, x] : {
             Case{"sign(1 - abs(t - 3))", -4, -12},       // −1, 1 from 2 to 4, −1
             Case{"max(0, 1 - 10*abs(t - 3))*10", 1, 5},  // a peak around 3
             Case{"abs(1 - abs(t - 3))", 11, 91.0 / 3},
             Case{"max(0, min(1, t - 2))", 5.5, 91.0 / 6},  // 0, a ramp, 1 from 3 on
             Case{"sign(abs(abs(t - 3) - 2) - 1/2)", 4, 12},
             Case{"sign(abs(t - 3) - abs(t - 5))", 0, -16},  // −1, 1 from 4 on
             Case{"max(abs(t - 3), abs(t - 5))", 24, 96},
             Case{"sign(sign(t - 2) + sign(t - 4) + 1/2)", 4, 4},   // −1, 1 from 2 on
             Case{"max(0, sign(t - 2) - sign(t - 4) - 1)", 2, 10},  // 1 from 2 to 4
             Case{"sign(max(0, t - 3))", 5, 12.5},                  // 0, 1 from 3 on
         }) {
        const Trajectory run = motion_of(free_mass(force), {.until = 8, .method = GetParam()});
        ASSERT_TRUE(run.reached_end()) << force << ": " << run.stop.message;
        EXPECT_NEAR(last(run, 0), x, 10 * allowed(GetParam())) << force;
        EXPECT_NEAR(last(run, 1), v, 10 * allowed(GetParam())) << force;
    }
}

// The same in space: a trench of width 2, across which the mass comes at the speed √2 in it.
TEST_P(JumpsByMethod, KinksWithinKinksOfPlace) {
    Description model{
        .coordinates = {"x"}, .lagrangian = "x'^2/2 - max(0, abs(x) - 1)", .initial = {{"x", "2"}}};
    const Trajectory run = motion_of(model, {.until = 3 * std::sqrt(2.0), .method = GetParam()});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 0), -2, allowed(GetParam()));
    EXPECT_NEAR(last(run, 1), 0, allowed(GetParam()));
}

// Amplitudes fall by 2 μ in each half turn until the spring is weaker than the friction.
TEST_P(JumpsByMethod, SpringAndFrictionComeToRest) {
    for (const char* friction : {"-3/10*sign(x')", "-3/10*x'/abs(x')", "-3/10*x'/sqrt(x'^2)"}) {
        Description model{.coordinates = {"x"},
                          .lagrangian = "x'^2/2 - x^2/2",
                          .forces = {{.on = "x", .value = friction}},
                          .initial = {{"x", "2"}}};
        const Trajectory run =
            motion_of(model, {.until = 20, .method = GetParam(), .at = {1, 4, 20}});
        ASSERT_TRUE(run.reached_end()) << friction << run.stop.message;
        EXPECT_NEAR(run.states[0][0], 0.3 + 1.7 * std::cos(1.0), allowed(GetParam()));
        EXPECT_NEAR(run.states[1][0], -0.3 + 1.1 * std::cos(4.0), allowed(GetParam()));
        EXPECT_NEAR(run.states[2][0], -0.2, allowed(GetParam()));
        EXPECT_EQ(run.states[2][1], 0);
        EXPECT_THAT(all_notes(run), HasSubstr("held at x' = 0 from t = 9.42477")) << friction;
    }
}

// tan α < μ holds the block, and lets it go otherwise; thrown upwards it stops and is held.
TEST_P(JumpsByMethod, BlockOnAnIncline) {
    Description model{.coordinates = {"x"},
                      .parameters = {{"m", "2"}, {"g", "9.81"}, {"mu", "0.4"}},
                      .lagrangian = "m*x'^2/2 + m*g*sin(0.3)*x",
                      .forces = {{.on = "x", .value = "-mu*m*g*cos(0.3)*sign(x')"}}};
    const Trajectory held = motion_of(model, {.until = 5, .method = GetParam()});
    EXPECT_TRUE(held.reached_end()) << held.stop.message;
    EXPECT_EQ(last(held, 0), 0);
    EXPECT_EQ(last(held, 1), 0);
    model.initial = {{"x'", "-1"}};
    const Trajectory thrown = motion_of(model, {.until = 5, .method = GetParam()});
    const double a = 9.81 * (std::sin(0.3) + 0.4 * std::cos(0.3));
    EXPECT_NEAR(last(thrown, 0), -1 / (2 * a), 1e-8);
    EXPECT_EQ(last(thrown, 1), 0);
    model.initial = {};
    model.parameters[2].formula = "0.3";
    const Trajectory slips = motion_of(model, {.until = 5, .method = GetParam()});
    EXPECT_NEAR(last(slips, 0), 12.5 * 9.81 * (std::sin(0.3) - 0.3 * std::cos(0.3)), 1e-6);
}

// The force t/10 lets go at t = 10 μ.
TEST_P(JumpsByMethod, GrowingForceLetsGo) {
    const Trajectory run =
        motion_of(free_mass("t/10 - 3/10*sign(x')"), {.until = 5, .method = GetParam()});
    EXPECT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 0), 0.1 * 8 / 6, 1e-7);
    EXPECT_NEAR(last(run, 1), 0.1 * 4 / 2, 1e-7);
    EXPECT_THAT(all_notes(run), HasSubstr("held at x' = 0 from t = 0 to t = 3."));
}

// On a belt: slips as 1 − cos t, sticks from t = π/6 until the spring is as strong as the friction at
// x = 1, then swings about x = 1 with the speed of the belt as its largest.
TEST_P(JumpsByMethod, StickSlipOnABelt) {
    Description model{.coordinates = {"x"},
                      .parameters = {{"belt", "1/2"}},
                      .lagrangian = "x'^2/2 - x^2/2",
                      .forces = {{.on = "x", .value = "-sign(x' - belt)"}}};
    const double stick = pi / 6, slip = stick + std::sqrt(3.0);
    const Trajectory run =
        motion_of(model, {.until = 7, .method = GetParam(), .at = {0.4, 1.5, 4, 7}});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(run.states[0][0], 1 - std::cos(0.4), 1e-7);
    EXPECT_NEAR(run.states[1][0], 1 - std::cos(stick) + (1.5 - stick) / 2, 1e-7);
    EXPECT_NEAR(run.states[2][0], 1 + std::sin(4 - slip) / 2, allowed(GetParam()));
    EXPECT_NEAR(run.states[3][0], 1 + std::sin(7 - slip) / 2, allowed(GetParam()));
}

// Each of two coordinates comes to rest by itself: the second on the intersection of two surfaces.
TEST_P(JumpsByMethod, TwoFrictionsHoldTogether) {
    Description model{
        .coordinates = {"x", "y"},
        .lagrangian = "x'^2/2 + y'^2",
        .forces = {{.on = "x", .value = "-sign(x')/2"}, {.on = "y", .value = "-sign(y')"}},
        .initial = {{"x'", "1"}, {"y'", "2"}}};
    const Trajectory run = motion_of(model, {.until = 6, .method = GetParam()});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 0), 1, 1e-7);
    EXPECT_NEAR(last(run, 1), 4, 1e-7);
    EXPECT_EQ(last(run, 2), 0);
    EXPECT_EQ(last(run, 3), 0);
}

// Blocks that swing alike, coupled by springs or not, turn, stop and are let go at the same instants: each
// moves as one that is alone.
TEST_P(JumpsByMethod, ManyBlocksAtOneInstant) {
    const auto blocks = [](const std::vector<std::string>& masses, const std::string& spring) {
        Description model;
        std::string energy = "0";
        for (std::size_t i = 0; i < masses.size(); ++i) {
            const std::string m = masses[i], x(1, "xyzw"[i]);
            model.coordinates.emplace_back(x);
            energy += " + " + m + "*(" + x + "'^2 - 1.55*" + x + "^2)/2";
            if (i > 0) energy += " - " + spring + "*(" + x + " - x)^2/2";
            model.forces.push_back(
                {.on = x, .value = m + "*(0.3*sin(0.8*t) - 0.325*sign(" + x + "'))"});
            model.initial.push_back({x, "1.04"});
        }
        model.lagrangian = energy;
        return model;
    };
    const Ask ask{.until = 30, .method = GetParam()};
    const double alone = motion_of(blocks({"1"}, "0"), ask).stop.state[0];
    for (const auto& masses :
         {std::vector<std::string>{"1", "1"}, {"1", "1", "1"}, {"2", "1", "2", "3"}})
        for (const char* spring : {"0", "0.7"}) {
            const Trajectory run = motion_of(blocks(masses, spring), ask);
            ASSERT_TRUE(run.reached_end()) << masses.size() << ": " << run.stop.message;
            for (std::size_t i = 0; i < masses.size(); ++i)
                EXPECT_NEAR(run.stop.state[i], alone, 1e-6) << masses.size() << ", " << spring;
        }
}

// A jump at a time, and a kink: ∫∫ of sign(t − 1) + |t − 2|.
// x'' = 2t up to 1, then 1: the force of an engine that grows to its limit.
TEST_P(JumpsByMethod, ForceWithALimit) {
    const Trajectory run = motion_of(free_mass("min(2*t, 1)"), {.until = 2, .method = GetParam()});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 0), 37. / 24, allowed(GetParam()));
    EXPECT_NEAR(last(run, 1), 7. / 4, allowed(GetParam()));
}

// A ramp of the potential of width 1/20 from 0 to 1/4: v² = 1 becomes 1/2. The particle feels nothing of
// it where it starts.
TEST_P(JumpsByMethod, SmoothRampByErf) {
    Description model{.coordinates = {"x"},
                      .lagrangian = "x'^2/2 - (1 + erf(20*(x - 2)))/8",
                      .initial = {{"x'", "1"}}};
    const Trajectory run = motion_of(model, {.until = 4, .method = GetParam()});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_GT(last(run, 0), 3);
    EXPECT_NEAR(last(run, 1), std::sqrt(0.5), allowed(GetParam()));
}

TEST_P(JumpsByMethod, StepInTime) {
    const Trajectory run =
        motion_of(free_mass("sign(t - 1) + abs(t - 2)"), {.until = 3, .method = GetParam()});
    EXPECT_TRUE(run.reached_end()) << run.stop.message;
    // x' is 1/2, 2, 7/2 and x is 1/3, 5/3, 13/3 at t = 1, 2, 3.
    EXPECT_NEAR(last(run, 1), 7.0 / 2, 1e-7);
    EXPECT_NEAR(last(run, 0), 13.0 / 3, 1e-7);
}

// A force that jumps 31 times while no series of the motion knows of it.
TEST_P(JumpsByMethod, SquareWave) {
    const Trajectory run =
        motion_of(free_mass("sign(sin(10*t))"), {.until = pi, .method = GetParam()});
    EXPECT_TRUE(run.reached_end()) << run.stop.message;
    // Five periods of length T = π/5: v is back at zero after each, x has grown by T²/4.
    EXPECT_NEAR(last(run, 1), 0, 1e-7);
    EXPECT_NEAR(last(run, 0), 5 * pi * pi / 25 / 4, 1e-7);
}

// x'' = −x − |x|: half a turn with ω² = 2, then no force.
TEST_P(JumpsByMethod, KinkOfAForce) {
    Description model = free_mass("-x - abs(x)");
    model.initial = {{"x'", "1"}};
    const Trajectory run = motion_of(model, {.until = 5, .method = GetParam()});
    EXPECT_NEAR(last(run, 0), -(5 - pi / std::sqrt(2.0)), allowed(GetParam()));
    EXPECT_NEAR(last(run, 1), -1, allowed(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Methods, JumpsByMethod,
                         ::testing::Values("auto", "taylor", "dopri5", "dop853", "vern9", "gauss4",
                                           "gauss6", "adams", "bdf"),
                         [](const auto& row) { return std::string(row.param); });

TEST(Jumps, BothSidesLeadAway) {
    Description model{.coordinates = {"x"}, .lagrangian = "x'^2/2 + abs(x)"};
    const Trajectory run = motion_of(model, {});
    EXPECT_EQ(run.stop.reason, StopReason::SingularState);
    EXPECT_THAT(to_text(run.stop.message),
                HasSubstr("The motion has several continuations at t = 0, where x = 0"));
}

// A potential that jumps has no finite force, whatever the mass.
TEST(Jumps, PotentialThatJumps) {
    for (const std::string mass : {"1", "1e-30", "1e30"}) {
        Description model{.coordinates = {"x"},
                          .lagrangian = mass + "*(x'^2/2 - sign(x)/10)",
                          .initial = {{"x", "-1"}, {"x'", "1"}}};
        const Trajectory run = motion_of(model, {.until = 3});
        EXPECT_NEAR(run.stop.time, 1, 1e-9) << mass;
        EXPECT_THAT(to_text(run.stop.message),
                    HasSubstr("the Lagrangian or a constraint jumps at x = 0"))
            << mass;
    }
}

// At rest in the groove of |x|, along which it moves freely.
TEST(Jumps, HeldInAGroove) {
    Description model{.coordinates = {"x", "y"},
                      .lagrangian = "(x'^2 + y'^2)/2 - abs(x) - x/2 + y",
                      .initial = {{"y'", "1"}}};
    const Trajectory run = motion_of(model, {.until = 2});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_EQ(last(run, 0), 0);
    EXPECT_NEAR(last(run, 1), 4, 1e-9);
}

// Friction and the groove: swings shrink by √((1 − μ)/(1 + μ)) and end after a finite time.
TEST(Jumps, SwingsEndInTheGroove) {
    Description model{.coordinates = {"x"},
                      .lagrangian = "x'^2/2 - abs(x)",
                      .forces = {{.on = "x", .value = "-sign(x')/2"}},
                      .initial = {{"x'", "1"}}};
    const Trajectory run = motion_of(model, {.until = 10});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    EXPECT_NEAR(last(run, 0), 0, 1e-9);
    EXPECT_NEAR(last(run, 1), 0, 1e-9);
}

// On an intersection with a coupling: a chain of three blocks pulled at its end until all move.
TEST(Jumps, ChainOfBlocksLetsGoOneAfterTheOther) {
    Description model{.coordinates = {"x", "y", "z"},
                      .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - ((y - x)^2 + (z - y)^2)/2",
                      .forces = {{.on = "x", .value = "-sign(x')"},
                                 {.on = "y", .value = "-sign(y')"},
                                 {.on = "z", .value = "t/100 - sign(z')"}}};
    const Trajectory at_first = motion_of(model, {.until = 99});
    EXPECT_EQ(last(at_first, 2), 0);
    const Trajectory run = motion_of(model, {.until = 320, .method = "dop853", .dense = true});
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    const System system = build(model);
    EXPECT_GT(last(run, 0), 0);
    for (const MotionCheck& check : check_motion(system, derive(system, "benenti"), run))
        EXPECT_TRUE(check.holds()) << check.name << " " << check.largest << " " << check.allowed;
}

// The work of friction that slips, and of a belt that carries, is in the balance of energy.
TEST(Jumps, ChecksKnowWhatHolds) {
    Description model{.coordinates = {"x"},
                      .lagrangian = "x'^2/2 - x^2/2",
                      .forces = {{.on = "x", .value = "-sign(x' - 1/2)"}}};
    const System system = build(model);
    const Trajectory run = motion_of(model, {.until = 7, .dense = true});
    const auto checks = check_motion(system, derive(system, "benenti"), run);
    ASSERT_FALSE(checks.empty());
    for (const MotionCheck& check : checks)
        EXPECT_TRUE(check.holds()) << check.name << " " << check.largest << " " << check.allowed;
}

// A skate that friction along its blade stops, in every formulation: s = v²/(2 μ), turning on.
TEST(Jumps, SkateWithFrictionInEveryForm) {
    Description model{.coordinates = {"x", "y", "phi"},
                      .definitions = {{"speed", "x'*cos(phi) + y'*sin(phi)"}},
                      .lagrangian = "(x'^2 + y'^2 + phi'^2)/2",
                      .forces = {{.components = {{"x", "-0.3*cos(phi)*sign(speed)"},
                                                 {"y", "-0.3*sin(phi)*sign(speed)"}}}},
                      .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
                      .initial = {{"x'", "1"}, {"phi'", "1"}}};
    const System system = build(model);
    const double end = 1 / 0.3;
    // ∫ (1 − 0.3 t) (cos t, sin t) dt
    const double x = 0.3 - 0.3 * std::cos(end), y = 1 - 0.3 * std::sin(end);
    for (const Formulation* row : applicable(system)) {
        if (row->principle() != Principle::Nonholonomic) continue;
        const Trajectory run = motion_of(model, {.until = 5, .form = std::string(row->name)});
        ASSERT_TRUE(run.reached_end()) << row->name << ": " << run.stop.message;
        EXPECT_NEAR(last(run, 0), x, 1e-7) << row->name;
        EXPECT_NEAR(last(run, 1), y, 1e-7) << row->name;
        EXPECT_NEAR(last(run, 2), 5, 1e-7) << row->name;
    }
}

// A force that changes 10¹² times in a unit of time: nobody waits for the end of such a run.
TEST(Jumps, ForEverEndsTheRun) {
    for (const auto& [force, why] :
         {std::pair("sign(sin(10^12*t))",
                    "The forces have switched 1000 times shortly before t = "),
          std::pair("sin(10^12*t)", "The steps have become too small at t = ")}) {
        Description model = free_mass(force);
        model.initial = {{"x'", "1"}};
        const Trajectory run = motion_of(model, {.until = 8});
        EXPECT_EQ(run.stop.reason, StopReason::StepTooSmall) << force;
        EXPECT_THAT(to_text(run.stop.message), HasSubstr(why));
        EXPECT_NEAR(last(run, 0) / run.stop.time, 1, 1e-6) << force;
    }
}

// Events of the model are those of the whole run, each once.
TEST(Jumps, EventsAcrossPhases) {
    Description model{.coordinates = {"x"},
                      .lagrangian = "x'^2/2 - abs(x)",
                      .initial = {{"x'", "1"}},
                      .events = {{.name = "middle", .when = "x = 0"},
                                 {.name = "top", .when = "x' = 0", .direction = "falling"}}};
    for (const char* method : {"taylor", "dop853"}) {
        const Trajectory run = motion_of(model, {.until = 9.5, .method = method});
        std::vector<double> middle, top;
        for (const EventHit& hit : run.events)
            (hit.name == "middle" ? middle : top).push_back(hit.time);
        EXPECT_THAT(middle, ::testing::Pointwise(::testing::DoubleNear(1e-8),
                                                 std::vector<double>{2, 4, 6, 8}));
        EXPECT_THAT(
            top, ::testing::Pointwise(::testing::DoubleNear(1e-8), std::vector<double>{1, 5, 9}));
    }
}

}  // namespace
}  // namespace rattleback::testing
