// Events where the forces jump or have kinks, at times known in closed form, with every method: what
// happens there is told once, in its manner, whatever the rounding of the place where they switch.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "equations/formulations.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

using std::numbers::pi;

struct Hit {
    double time;
    int direction;
};

class EventKinks : public ::testing::TestWithParam<const char*> {
protected:
    Trajectory run(Description model, const std::vector<EventDescription>& events,
                   double until) const {
        model.events = events;
        const System system = build(model);
        SimulationOptions options;
        options.integration.method = GetParam();
        options.integration.until = until;
        return simulate(system, derive(system, "benenti"), options);
    }
    // Errors of bdf add up to some hundred thousand times the tolerance of a step.
    void expect(const Trajectory& run, const std::vector<Hit>& hits, double error = 1e-5) const {
        ASSERT_EQ(run.events.size(), hits.size());
        for (std::size_t i = 0; i < hits.size(); ++i) {
            EXPECT_NEAR(run.events[i].time, hits[i].time, error);
            EXPECT_EQ(run.events[i].direction, hits[i].direction) << hits[i].time;
        }
    }
};

// Passes x = 0, where the force jumps, at √2 (2k + 1).
Description groove() {
    return {.coordinates = {"x"}, .lagrangian = "x'^2/2 - abs(x)", .initial = {{"x", "1"}}};
}

// A mass with x = 0 and x' = 1 whose force is −1 before t = 1 and 1 after it: x' = |t − 1|.
Description turned_back() {
    return {.coordinates = {"x"},
            .lagrangian = "x'^2/2",
            .forces = {{.on = "x", .value = "sign(t - 1)"}},
            .initial = {{"x'", "1"}}};
}

std::vector<Hit> at_passages(int direction) {
    std::vector<Hit> hits;
    for (int k = 0; k < 7; ++k) hits.push_back({std::sqrt(2.0) * (2 * k + 1), direction});
    return hits;
}

TEST_P(EventKinks, TouchesWhereTheForceJumps) {
    for (const char* when :
         {"abs(x) = 0", "x^4 = 0", "x^2 = 0", "sqrt(x^2) = 0", "sqrt(abs(x)) = 0", "-abs(x) = 0"}) {
        SCOPED_TRACE(when);
        expect(run(groove(), {{.name = "e", .when = when}}, 20), at_passages(0));
    }
}

TEST_P(EventKinks, CrossingsWhereTheForceJumps) {
    std::vector<Hit> hits = at_passages(-1);
    for (std::size_t k = 1; k < hits.size(); k += 2) hits[k].direction = 1;
    for (const char* when : {"x = 0", "x^3 = 0", "sin(x) = 0"}) {
        SCOPED_TRACE(when);
        expect(run(groove(), {{.name = "e", .when = when}}, 20), hits);
    }
}

TEST_P(EventKinks, TheFirstTouchStopsTheRun) {
    for (const char* when : {"abs(x) = 0", "x^4 = 0"}) {
        const Trajectory run = this->run(groove(), {{.name = "e", .when = when, .stop = true}}, 20);
        EXPECT_EQ(run.stop.reason, StopReason::Event);
        EXPECT_NEAR(run.stop.time, std::sqrt(2.0), 1e-6);
        EXPECT_EQ(run.events.size(), 1U);
    }
}

TEST_P(EventKinks, DryFrictionTurnsAtRest) {
    const Description model{.coordinates = {"x"},
                            .lagrangian = "x'^2/2 - 2*x^2",
                            .forces = {{.on = "x", .value = "-sign(x')/4"}},
                            .initial = {{"x", "1"}}};
    std::vector<Hit> touches, crossings;
    for (int k = 1; k <= 7; ++k) {
        touches.push_back({k * pi / 2, 0});
        crossings.push_back({k * pi / 2, k % 2 == 1 ? 1 : -1});
    }
    expect(run(model, {{.name = "e", .when = "abs(x') = 0"}}, 12), touches);
    expect(run(model, {{.name = "e", .when = "x' = 0"}}, 12), crossings);
}

// It comes to rest and stays there: it has come to hold once.
TEST_P(EventKinks, FrictionHoldsAtOnce) {
    Description model{.coordinates = {"x"},
                      .lagrangian = "x'^2/2",
                      .forces = {{.on = "x", .value = "-sign(x')"}},
                      .initial = {{"x'", "1"}}};
    expect(run(model, {{.name = "e", .when = "x' = 0"}}, 3), {{1, -1}});
    const Trajectory run = this->run(model, {{.name = "e", .when = "x' = 0", .stop = true}}, 3);
    EXPECT_EQ(run.stop.reason, StopReason::Event);
    EXPECT_NEAR(run.stop.time, 1, 1e-6);
}

// x − 1/2 = −(1 − t)²/2 comes to zero without speed, from below, and stays; so does its negative, from above.
TEST_P(EventKinks, WhatComesToRestAtZeroCountsOnce) {
    const Description model{.coordinates = {"x"},
                            .lagrangian = "x'^2/2",
                            .forces = {{.on = "x", .value = "-sign(x')"}},
                            .initial = {{"x'", "1"}}};
    const auto when = [](const char* text, const char* direction, bool stop = false) {
        return std::vector<EventDescription>{
            {.name = "e", .when = text, .direction = direction, .stop = stop}};
    };
    expect(run(model, when("x = 1/2", "both"), 5), {{1, 1}});
    expect(run(model, when("x = 1/2", "rising"), 5), {{1, 1}});
    expect(run(model, when("x = 1/2", "falling"), 5), {});
    expect(run(model, when("1/2 = x", "falling"), 5), {{1, -1}});
    EXPECT_NEAR(run(model, when("x = 1/2", "both", true), 5).stop.time, 1, 1e-6);
}

// Friction in the plane stops a body of speed 1 at t = 1, on its way (3/5, 4/5)/2.
TEST_P(EventKinks, WhatFrictionInThePlaneStopsAtZeroCountsOnce) {
    const std::string v = "/sqrt(x'^2 + y'^2)";
    const Description model{
        .coordinates = {"x", "y"},
        .lagrangian = "(x'^2 + y'^2)/2",
        .forces = {{.on = "x", .value = "-x'" + v}, {.on = "y", .value = "-y'" + v}},
        .initial = {{"x'", "3/5"}, {"y'", "4/5"}}};
    expect(run(model, {{.name = "e", .when = "x = 3/10"}}, 5), {{1, 1}});
}

// A run that is stopped where it would rest has not rested, and nothing is said of what came after.
TEST_P(EventKinks, NoRestIsToldAfterAStop) {
    const Description model{.coordinates = {"x"},
                            .lagrangian = "x'^2/2",
                            .forces = {{.on = "x", .value = "-sign(x')"}},
                            .initial = {{"x'", "1"}}};
    const Trajectory run = this->run(
        model, {{.name = "e", .when = "x' = 0", .direction = "falling", .stop = true}}, 5);
    EXPECT_NEAR(run.stop.time, 1, 1e-6);
    for (const Sentence& note : run.notes)
        EXPECT_THAT(to_text(note), ::testing::Not(::testing::HasSubstr("stays at zero")));
}

// Friction 9/10 under a force of size one: from rest it lets go where the force reaches it, at t₀, and
// the speed cos t₀ − cos t − 9/10 (t − t₀) is zero again at t₁, whence it is held until t₀ + π.
double comes_to_rest_again() {
    const double start = std::asin(0.9);
    double low = 2, high = 3;
    for (int i = 0; i < 60; ++i) {
        const double t = (low + high) / 2;
        (std::cos(start) - std::cos(t) - 0.9 * (t - start) > 0 ? low : high) = t;
    }
    return low;
}

Description shaken_block(const char* force) {
    return {.coordinates = {"x"},
            .lagrangian = "x'^2/2",
            .forces = {{.on = "x", .value = std::string("-9/10*sign(x') + ") + force}}};
}

// Whether it is let go to the other side or to the same one, and whatever kinks the force has
// meanwhile, it has come to rest once, and what is said of that agrees with the list.
TEST_P(EventKinks, ARestIsToldOnceAndNotWhereItEnds) {
    const double rest = comes_to_rest_again();
    const std::vector<EventDescription> events{{.name = "e", .when = "x' = 0"}};
    const auto notes_with = [](const Trajectory& run, const char* words) {
        return std::ranges::count_if(run.notes, [&](const Sentence& note) {
            const std::string text = to_text(note);
            return text.starts_with("The event 'e' stays at zero") && text.ends_with(words);
        });
    };
    for (const char* force : {"sin(t)", "abs(sin(t))"}) {
        SCOPED_TRACE(force);
        const Trajectory run = this->run(shaken_block(force), events, 12);
        const int second = force[0] == 's' ? 1 : -1;
        expect(run,
               {{rest, -1}, {rest + pi, second}, {rest + 2 * pi, -1}, {rest + 3 * pi, second}});
        EXPECT_EQ(notes_with(run, "; it is counted once, when it comes there."), 4);
        EXPECT_EQ(notes_with(run, "; it is not counted, since the run begins there."), 1);
        EXPECT_EQ(notes_with(run, ""), 5);
    }
}

// x − 1/2 = ∓(t − 1)²/2 rises through zero, x' touches it.
TEST_P(EventKinks, MannersWhereTheForceTurns) {
    const auto when = [](const char* text, const char* direction = "both") {
        return std::vector<EventDescription>{{.name = "e", .when = text, .direction = direction}};
    };
    expect(run(turned_back(), when("x = 1/2"), 5), {{1, 1}}, 1e-3);
    expect(run(turned_back(), when("x = 1/2", "rising"), 5), {{1, 1}}, 1e-3);
    expect(run(turned_back(), when("x = 1/2", "falling"), 5), {});
    expect(run(turned_back(), when("x' = 0"), 5), {{1, 0}});
    expect(run(turned_back(), when("x' = 0", "falling"), 5), {});
}

// What jumps together with the force does not hold where it jumps.
TEST_P(EventKinks, JumpsWithTheForce) {
    std::vector<Hit> turns;
    for (int k = 1; k <= 3; ++k) turns.push_back({2 * std::sqrt(2.0) * k, -1});
    expect(run(groove(), {{.name = "e", .when = "sign(x)*x' = 0"}}, 10), turns);
    expect(run(groove(), {{.name = "e", .when = "sign(x) = 0"}}, 10), {});
}

// An event that comes where the motion has no continuation has happened.
TEST_P(EventKinks, WhereTheMotionEnds) {
    const Description model{.coordinates = {"x"},
                            .lagrangian = "x'^2/2 - sign(x)/10",
                            .initial = {{"x", "-1"}, {"x'", "1"}}};
    const Trajectory run = this->run(model, {{.name = "e", .when = "x = 0"}}, 3);
    EXPECT_EQ(run.stop.reason, StopReason::SingularState);
    expect(run, {{1, 1}});
}

// Of two that stop the run at one instant the first in the model is named; none is listed later.
TEST_P(EventKinks, TwoStopsAtOneInstant) {
    const Description model{
        .coordinates = {"x"}, .lagrangian = "x'^2/2 - x^2/2", .initial = {{"x", "1"}}};
    const EventDescription a{.name = "a", .when = "x = 1/3", .stop = true};
    const EventDescription b{.name = "b", .when = "3*x = 1", .stop = true};
    const EventDescription c{.name = "c", .when = "7*x = 7/3"};
    for (const auto& events : {std::vector{a, b, c}, std::vector{b, a, c}, std::vector{c, b, a}}) {
        const Trajectory run = this->run(model, events, 5);
        EXPECT_EQ(run.stop.reason, StopReason::Event);
        EXPECT_EQ(run.stop.what, (events[0].stop ? events[0] : events[1]).name.text());
        ASSERT_EQ(run.events.size(), 3U);
        for (const EventHit& hit : run.events) {
            EXPECT_LE(hit.time, run.stop.time);
            EXPECT_EQ(hit.direction, -1);
        }
        EXPECT_EQ(run.events.back().name, run.stop.what);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, EventKinks,
                         ::testing::Values("auto", "taylor", "dopri5", "dop853", "vern9", "gauss4",
                                           "gauss6", "adams", "bdf"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace rattleback::testing
