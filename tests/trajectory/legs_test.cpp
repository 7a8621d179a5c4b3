// A run in legs goes on from nothing but what is known at a pause, and is the same motion.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "base/archive.hpp"
#include "equations/formulations.hpp"
#include "start/branch.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

struct Whole {
    std::vector<double> times, entries;  // of the samples
    std::vector<EventHit> events;
    std::size_t legs = 0, steps = 0;
    Sentences notes;
    Stop stop;
    bool was_in_velocities = false;
};

// What another process would know.
RunSoFar through_bytes(RunSoFar so_far) {
    Saver saver;
    saver(so_far);
    RunSoFar result;
    Loader loader(saver.bytes());
    loader(result);
    EXPECT_TRUE(loader.is_at_end());
    return result;
}

enum class GoesOn : std::uint8_t { Here, Elsewhere };

class Motion {
public:
    explicit Motion(const Description& d, const std::string& form = "lagrange_multipliers")
        : system_(on_initial_branch(build(d)).system), equations_(derive(system_, form)) {}

    Whole in_legs(const SimulationOptions& options, GoesOn where) const {
        Whole whole;
        RunSoFar so_far;
        auto motion = compiled();
        do {
            const bool begins = so_far.state.empty();
            const double t = so_far.time.high;
            SimulationOptions leg = options;
            std::erase_if(leg.integration.at, [&](double at) { return !begins && at <= t; });
            const Trajectory run = simulate_leg(*motion, system_, so_far, leg);
            for (std::size_t i = begins || !options.integration.at.empty() ? 0 : 1;
                 i < run.times.size(); ++i) {
                whole.times.push_back(run.times[i]);
                const auto state = run.states[i];
                whole.entries.insert(whole.entries.end(), state.begin(), state.end());
            }
            whole.events.insert(whole.events.end(), run.events.begin(), run.events.end());
            whole.notes.insert(whole.notes.end(), run.notes.begin(), run.notes.end());
            whole.steps += run.statistics.steps;
            whole.stop = run.stop;
            whole.was_in_velocities |= so_far.is_in_velocities;
            ++whole.legs;
            if (where == GoesOn::Here) continue;
            so_far = through_bytes(std::move(so_far));
            if (whole.legs % 4 == 2) motion = compiled();
        } while (whole.stop.reason == StopReason::Paused);
        return whole;
    }

private:
    std::unique_ptr<CompiledMotion> compiled() const {
        return std::make_unique<CompiledMotion>(system_, equations_, ParametersAs::Numbers);
    }

    System system_;
    Equations equations_;
};

std::vector<double> event_times(const Whole& run) {
    std::vector<double> times;
    for (const EventHit& hit : run.events) times.push_back(hit.time);
    return times;
}

// In one leg, and in many of which each begins in a process of its own.
struct Compared {
    Whole one, many;
};

Compared compared(const Motion& motion, SimulationOptions options, std::size_t legs) {
    Compared result;
    result.one = motion.in_legs(options, GoesOn::Here);
    EXPECT_EQ(result.one.legs, 1U);
    options.integration.leg.steps = std::max<std::size_t>(result.one.steps / legs, 3);
    const Whole here = motion.in_legs(options, GoesOn::Here);
    result.many = motion.in_legs(options, GoesOn::Elsewhere);
    EXPECT_GT(here.legs, 4U);
    EXPECT_EQ(here.times, result.many.times);  // to the last bit
    EXPECT_EQ(here.entries, result.many.entries);
    EXPECT_EQ(event_times(here), event_times(result.many));
    EXPECT_EQ(to_texts(here.notes), to_texts(result.many.notes));
    return result;
}

void expect_same_events(const Compared& runs, double error) {
    ASSERT_EQ(runs.one.events.size(), runs.many.events.size());
    for (std::size_t i = 0; i < runs.one.events.size(); ++i) {
        EXPECT_EQ(runs.one.events[i].name, runs.many.events[i].name);
        EXPECT_EQ(runs.one.events[i].direction, runs.many.events[i].direction);
        EXPECT_NEAR(runs.one.events[i].time, runs.many.events[i].time, error);
    }
}

// A skate on a slope: x = sin²(wt)/(2w²), φ = wt, in closed form.
Description skate() {
    return {.coordinates = {"x", "y", "phi"},
            .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x",
            .constraints = {{.equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
            .initial = {{"phi'", "1/2"}},
            .events = {{.name = "returns", .when = "x = 1"}, {.name = "top", .when = "x = 0"}}};
}

TEST(Legs, AreTheSameMotionWithEveryMethod) {
    const Motion motion(skate());
    for (const char* method :
         {"auto", "taylor", "dopri5", "dop853", "vern9", "gauss4", "gauss6", "adams", "bdf"}) {
        SCOPED_TRACE(method);
        SimulationOptions options{.integration = {.method = method, .rtol = 1e-9, .until = 40}};
        options.integration.dense = true;
        const Compared runs = compared(motion, options, 8);
        ASSERT_EQ(runs.many.stop.reason, StopReason::ReachedEnd);
        EXPECT_EQ(runs.many.stop.time, 40);
        EXPECT_NEAR(runs.many.stop.state[0], 2 * std::pow(std::sin(20), 2), 1e-5);
        EXPECT_NEAR(runs.many.stop.state[2], 20, 1e-6);
        expect_same_events(runs, 1e-5);
    }
}

TEST(Legs, GoOnBackwardAndWithEqualSteps) {
    const Motion motion(skate());
    for (const char* method : {"dop853", "gauss6"}) {
        SimulationOptions options{
            .integration = {.method = method, .until = -30, .step = 0.05, .fixed = true}};
        const Compared runs = compared(motion, options, 12);
        ASSERT_EQ(runs.many.stop.reason, StopReason::ReachedEnd);
        // Times of equal steps are the same, for what is lost by their rounding is taken along.
        EXPECT_EQ(runs.one.times, runs.many.times);
        EXPECT_NEAR(runs.many.stop.state[0], 2 * std::pow(std::sin(15), 2), 1e-6);
    }
}

TEST(Legs, EndAtSamplesAndBytesAndTimes) {
    const Motion motion(skate());
    SimulationOptions options{.integration = {.method = "dop853", .until = 20}};
    for (int i = 0; i <= 200; ++i) options.integration.at.push_back(i * 0.1);
    options.integration.dense = true;
    const Whole one = motion.in_legs(options, GoesOn::Here);
    for (const Leg& leg : {Leg{.samples = 20}, Leg{.bytes = 3000}}) {
        options.integration.leg = leg;
        const Whole many = motion.in_legs(options, GoesOn::Elsewhere);
        EXPECT_GT(many.legs, 3U);
        EXPECT_EQ(many.times, one.times);  // each once
        for (std::size_t i = 0; i < one.entries.size(); ++i)
            EXPECT_NEAR(many.entries[i], one.entries[i], 1e-7);
    }
    options.integration.leg = {.until = 12.34};
    RunSoFar so_far;
    const System system = on_initial_branch(build(skate())).system;
    const CompiledMotion compiled(system, derive(system, "benenti"), ParametersAs::Numbers);
    const Trajectory leg = simulate_leg(compiled, system, so_far, options);
    EXPECT_EQ(leg.stop.reason, StopReason::Paused);
    EXPECT_EQ(so_far.time.high, 12.34);
    EXPECT_EQ(leg.times.size(), 124U);
}

// A block that is pushed to and fro against dry friction: it sticks twice in each period.
Description pushed_block() {
    return {.coordinates = {"x"},
            .lagrangian = "x'^2/2 - x^2/4",
            .forces = {{.on = "x", .value = "3/2*cos(t) - sign(x')"}},
            .initial = {{"x'", "1"}},
            .events = {{.name = "stands", .when = "x' = 0"},
                       {.name = "far", .when = "x = 1/4", .direction = "rising"}}};
}

TEST(Legs, GoOnWithinThePhasesOfFriction) {
    const Motion motion(pushed_block());
    for (const char* method : {"auto", "dop853", "bdf"}) {
        SCOPED_TRACE(method);
        SimulationOptions options{.integration = {.method = method, .rtol = 1e-9, .until = 60}};
        options.integration.dense = true;
        for (const std::size_t legs : {6U, 17U}) {
            const Compared runs = compared(motion, options, legs);
            ASSERT_EQ(runs.many.stop.reason, StopReason::ReachedEnd);
            expect_same_events(runs, 1e-5);
            EXPECT_NEAR(runs.many.stop.state[0], runs.one.stop.state[0], 1e-6);
            EXPECT_NEAR(runs.many.stop.state[1], runs.one.stop.state[1], 1e-6);
            EXPECT_THAT(to_texts(runs.many.notes), Contains(HasSubstr("is held")));
        }
    }
}

// In a plane, where friction has a direction, and near rest is stiff.
TEST(Legs, GoOnWhereFrictionHasADirection) {
    const Motion motion({.coordinates = {"x", "y"},
                         .lagrangian = "(x'^2 + y'^2)/2 - (x^2 + y^2)/2",
                         .forces = {{.components = {{"x", "-x'/(4*sqrt(x'^2 + y'^2))"},
                                                    {"y", "-y'/(4*sqrt(x'^2 + y'^2))"}}}},
                         .initial = {{"x", "5"}, {"y'", "1"}}});
    SimulationOptions options{.integration = {.method = "auto", .rtol = 1e-9, .until = 12}};
    options.integration.dense = true;
    const Compared runs = compared(motion, options, 9);
    ASSERT_EQ(runs.many.stop.reason, StopReason::ReachedEnd);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(runs.many.stop.state[i], runs.one.stop.state[i], 1e-5);
}

// Round a circle, on which the variables of the form fail: x = cos(t + 1/2).
TEST(Legs, GoOnInTheVariablesToWhichTheMotionHasChanged) {
    const Motion motion(
        {.coordinates = {"x", "y", "z"},
         .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z^2/2",
         .constraints = {{.name = "circle", .equation = "x^2 + y^2 = 1"},
                         {.name = "speed", .equation = "x'^2 + y'^2 = 1"}},
         .initial = {{"x", "cos(1/2)"},
                     {"y", "sin(1/2)"},
                     {"x'", "-sin(1/2)"},
                     {"y'", "cos(1/2)"},
                     {"z", "1"}},
         .events = {{.name = "x", .when = "x = 0"}, {.name = "y", .when = "y = 0"}}},
        "benenti");
    SimulationOptions options{.integration = {.method = "dop853", .rtol = 1e-9, .until = 12}};
    options.integration.dense = true;
    const Compared runs = compared(motion, options, 10);
    ASSERT_EQ(runs.many.stop.reason, StopReason::ReachedEnd);
    EXPECT_TRUE(runs.many.was_in_velocities);
    EXPECT_NEAR(runs.many.stop.state[0], std::cos(12.5), 1e-6);
    EXPECT_NEAR(runs.many.stop.state[2], std::cos(12), 1e-6);
    // x + 1/2 passes odd and even multiples of a quarter, each once.
    const std::vector<double> times = event_times(runs.many);
    ASSERT_EQ(times.size(), 7U);
    for (std::size_t i = 0; i < times.size(); ++i)
        EXPECT_NEAR(times[i], (static_cast<double>(i) + 1) * std::acos(0.0) - 0.5, 1e-6);
}

// Van der Pol's: auto changes to bdf once, and every leg after goes on with it.
TEST(Legs, GoOnWithTheMethodThatWasChosen) {
    const Motion motion({.coordinates = {"x"},
                         .lagrangian = "x'^2/2 - x^2/2",
                         .forces = {{.on = "x", .value = "1000*(1 - x^2)*x'"}},
                         .initial = {{"x", "2"}}});
    SimulationOptions options{.integration = {.method = "auto", .rtol = 1e-7, .until = 3000}};
    const Compared runs = compared(motion, options, 8);
    ASSERT_EQ(runs.many.stop.reason, StopReason::ReachedEnd);
    const auto changes = [](const Whole& run) {
        return std::ranges::count_if(to_texts(run.notes), [](const std::string& note) {
            return note.find("went on with bdf") != std::string::npos;
        });
    };
    EXPECT_EQ(changes(runs.many), 1);
    EXPECT_LT(runs.many.steps, 2 * runs.one.steps);
}

TEST(Legs, RefuseWhatIsKnownOfOtherEquations) {
    const System system = build(pushed_block());
    const CompiledMotion compiled(system, derive(system, "lagrange_multipliers"));
    SimulationOptions options{.integration = {.until = 60}};
    options.integration.leg.steps = 5;
    RunSoFar so_far;
    simulate_leg(compiled, system, so_far, options);
    so_far.phases.sides.push_back(Side::Above);
    EXPECT_THROW(simulate_leg(compiled, system, so_far, options), std::runtime_error);
}

}  // namespace
}  // namespace rattleback::testing
