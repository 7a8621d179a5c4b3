// What contacts need and cannot give, against closed forms: Littlewood's hoop, a ball on an incline,
// a ball that rolls off a sphere.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

constexpr double g = 9.81;

struct Changes {
    std::optional<std::string> mu = {};  // "": none
    bool unilateral = true;
    std::vector<ForceDescription> forces = {};
    std::vector<std::pair<std::string, std::string>> parameters = {};
};

System changed(const std::string& model, const Changes& changes) {
    Description d = model_description(model);
    for (auto& [name, formula] : d.parameters)
        for (const auto& [parameter, value] : changes.parameters)
            if (name.text() == parameter) formula = value;
    d.rollings[0].unilateral = changes.unilateral;
    d.forces = changes.forces;
    if (changes.mu) d.rollings[0].mu = changes.mu->empty() ? Written{} : Written(*changes.mu);
    return build(d);
}

Trajectory run(const System& system, const std::string& method, double until) {
    SimulationOptions options;
    options.integration.method = method;
    options.integration.until = until;
    return simulate(system, derive(system, "lagrange_multipliers"), options);
}

// A (θ')² = E − (m g/a) cos θ with A = M + m (1 + cos θ), and what follows from it.
struct Hoop {
    double M = 0.05, m = 1, a = 1, rate = 0.5;
    double square(double theta) const {
        const double start = M + 2 * m;
        return (start * rate * rate + m * g / a * (1 - std::cos(theta))) / inertia(theta);
    }
    double inertia(double theta) const { return M + m * (1 + std::cos(theta)); }
    double acceleration(double theta) const {
        return m * std::sin(theta) * (g / a + square(theta)) / (2 * inertia(theta));
    }
    double normal(double theta) const {
        return (M + m) * g -
               m * a * (std::sin(theta) * acceleration(theta) + std::cos(theta) * square(theta));
    }
    double friction(double theta) const {
        return a * (inertia(theta) * acceleration(theta) - m * std::sin(theta) * square(theta));
    }
};

class Contacts : public ::testing::TestWithParam<std::string> {};

TEST_P(Contacts, TheHoopHopsWhereItsNormalForceVanishes) {
    const Trajectory hop = run(changed("littlewood_hoop", {}), GetParam(), 5);
    ASSERT_EQ(hop.stop.reason, StopReason::LiftsOff) << hop.stop.message;
    EXPECT_EQ(hop.stop.what, "hoop lifts off");
    EXPECT_THAT(to_text(hop.stop.message), ::testing::HasSubstr("would have to pull"));
    const Hoop hoop;
    const double theta = hop.stop.state[2];
    EXPECT_NEAR(hoop.normal(theta), 0, 1e-5);
    for (int i = 0; i < 1000; ++i) ASSERT_GT(hoop.normal(theta * i / 1000), 0);
    for (std::size_t i = 0; i < hop.times.size(); ++i) {
        const double at = hop.states[i][2];
        EXPECT_NEAR(hop.contacts[i][2], hoop.normal(at), 1e-5) << at;
        EXPECT_NEAR(hop.contacts[i][0], hoop.friction(at), 1e-5) << at;
    }
    ASSERT_EQ(hop.contact_findings.size(), 1U);
    EXPECT_NEAR(hop.contact_findings[0].lifts_off.value_or(0), hop.stop.time, 1e-10);
    EXPECT_TRUE(std::isinf(hop.contact_findings[0].friction));
    EXPECT_EQ(hop.events.size(), 1U);
}

// With a small weight it rolls on, and the most friction is needed between the ends of steps.
TEST_P(Contacts, AnUnbalancedHoopNeedsMostFrictionSomewhereInItsTurn) {
    const Hoop hoop{.M = 2, .m = 0.3, .a = 1, .rate = 1};
    const Trajectory turn =
        run(changed("littlewood_hoop", {.parameters = {{"M", "2"}, {"m", "0.3"}, {"w0", "1"}}}),
            GetParam(), 8);
    ASSERT_TRUE(turn.reached_end()) << turn.stop.message;
    ASSERT_GT(turn.stop.state[2], 6.3);  // a whole turn
    double most = 0;
    for (int i = 0; i < 100000; ++i) {
        const double theta = 6.283185307 * i / 100000;
        most = std::max(most, std::abs(hoop.friction(theta)) / hoop.normal(theta));
    }
    ASSERT_GT(most, 0.01);
    EXPECT_NEAR(turn.contact_findings[0].friction, most, 2e-7 * most);
    EXPECT_FALSE(turn.contact_findings[0].lifts_off.has_value());
}

// At the top N = (M + m) g − m a w².
TEST_P(Contacts, WhatPullsAtTheStartStopsThere) {
    const Trajectory none =
        run(changed("littlewood_hoop", {.parameters = {{"w0", "3.22"}}}), GetParam(), 1);
    EXPECT_EQ(none.stop.reason, StopReason::LiftsOff);
    EXPECT_EQ(none.stop.time, 0);
    EXPECT_THAT(to_texts(none.contact_findings[0].sentences()),
                ::testing::ElementsAre(::testing::HasSubstr("would have to pull at the start")));
    const Trajectory some =
        run(changed("littlewood_hoop", {.parameters = {{"w0", "3.2"}}}), GetParam(), 1);
    EXPECT_GT(some.stop.time, 0);
}

// A wind lifts the ball where x > 1: the normal force jumps there, and where it still pushes the
// friction jumps: N = m g cos α − F, T = 2/7 m g sin α.
TEST_P(Contacts, ForcesThatJumpLiftOffAndSlip) {
    const auto wind = [](const std::string& force) {
        return std::vector<ForceDescription>{{.on = "z", .value = force + "*(1 + sign(x - 1))/2"}};
    };
    const double there = std::sqrt(14 / (5 * g * std::sin(0.5)));
    const Trajectory lift =
        run(changed("ball_on_incline", {.mu = "", .forces = wind("9")}), GetParam(), 2);
    EXPECT_EQ(lift.stop.reason, StopReason::LiftsOff) << lift.stop.message;
    EXPECT_NEAR(lift.stop.time, there, 1e-7);
    EXPECT_EQ(lift.contact_findings[0].lifts_off, lift.stop.time);
    EXPECT_NEAR(lift.contact_findings[0].friction, 2.0 / 7 * std::tan(0.5), 1e-9);
    const Trajectory slip =
        run(changed("ball_on_incline", {.mu = "0.3", .forces = wind("5")}), GetParam(), 2);
    EXPECT_EQ(slip.stop.reason, StopReason::Slips) << slip.stop.message;
    EXPECT_NEAR(slip.stop.time, there, 1e-7);
    EXPECT_NEAR(slip.contact_findings[0].friction,
                2.0 / 7 * g * std::sin(0.5) / (g * std::cos(0.5) - 5), 1e-9);
}

TEST_P(Contacts, WithoutUnilateralTheRunGoesOnAndSaysWhen) {
    const double hop = run(changed("littlewood_hoop", {}), GetParam(), 5).stop.time;
    const Trajectory on = run(changed("littlewood_hoop", {.unilateral = false}), GetParam(), 3);
    ASSERT_TRUE(on.reached_end());
    ASSERT_TRUE(on.contact_findings[0].lifts_off.has_value());
    EXPECT_NEAR(*on.contact_findings[0].lifts_off, hop, 1e-8);
    ASSERT_FALSE(on.events.empty());
    EXPECT_NEAR(on.events[0].time, hop, 1e-8);
    EXPECT_TRUE(std::isinf(on.contact_findings[0].friction));
}

// The weight passes the top so fast that N, which is least there, falls just below zero or does not.
TEST_P(Contacts, AMomentInWhichItWouldPullIsSeen) {
    for (const double share : {1e-3, 1e-5, 1e-6, -1e-6}) {
        SCOPED_TRACE(share);
        Hoop hoop{.M = 2, .m = 0.3, .a = 1};
        hoop.rate = std::sqrt((1 + share) * (hoop.M + hoop.m) * g / (hoop.m * hoop.a));
        Description d = model_description("littlewood_hoop");
        d.rollings[0].unilateral = false;
        for (auto& [name, formula] : d.parameters) {
            if (name.text() == "M") formula = "2";
            if (name.text() == "m") formula = "3/10";
            if (name.text() == "w0") formula = fmt::format("{:.17g}", std::sqrt(hoop.square(-1)));
        }
        d.initial.push_back({"theta", "-1"});
        const Trajectory over = run(build(d), GetParam(), 0.4);
        ASSERT_TRUE(over.reached_end()) << over.stop.message;
        ASSERT_GT(over.stop.state[2], 1);
        EXPECT_EQ(over.contact_findings[0].lifts_off.has_value(), share > 0);
        EXPECT_EQ(over.events.size(), share > 0 ? 1U : 0U);
        if (share > 0) {
            EXPECT_NEAR(hoop.normal(over.events[0].state[2]), 0, 1e-6);
            EXPECT_NEAR(*over.contact_findings[0].lifts_off, over.events[0].time, 1e-9);
        }
    }
}

TEST_P(Contacts, ABallOnAnInclineNeedsTwoSeventhsOfTheSlope) {
    const Trajectory down = run(changed("ball_on_incline", {}), GetParam(), 2);
    ASSERT_TRUE(down.reached_end()) << down.stop.message;
    EXPECT_NEAR(down.contact_findings[0].friction, 2.0 / 7 * std::tan(0.5), 1e-9);
    EXPECT_FALSE(down.contact_findings[0].lifts_off.has_value());
    // Just what it needs is enough, a little less is not, from the start.
    EXPECT_TRUE(
        run(changed("ball_on_incline", {.mu = "2/7*tan(alpha)"}), GetParam(), 2).reached_end());
    const Trajectory less =
        run(changed("ball_on_incline", {.mu = "0.999*2/7*tan(alpha)"}), GetParam(), 2);
    EXPECT_EQ(less.stop.reason, StopReason::Slips);
    EXPECT_EQ(less.stop.time, 0);
}

TEST_P(Contacts, ABallSlipsOffASphereBeforeItWouldLeaveIt) {
    const double start = 0.1, mu = 0.5;
    const Trajectory slip = run(changed("ball_on_sphere", {}), GetParam(), 5);
    ASSERT_EQ(slip.stop.reason, StopReason::Slips) << slip.stop.message;
    const double theta = slip.stop.state[0];
    EXPECT_NEAR(2 * std::sin(theta), mu * (17 * std::cos(theta) - 10 * std::cos(start)), 1e-6);
    const Trajectory leave = run(changed("ball_on_sphere", {.mu = ""}), GetParam(), 5);
    ASSERT_EQ(leave.stop.reason, StopReason::LiftsOff) << leave.stop.message;
    EXPECT_NEAR(std::cos(leave.stop.state[0]), 10.0 / 17 * std::cos(start), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(All, Contacts, ::testing::Values("auto", "dop853", "gauss6", "bdf"),
                         [](const auto& row) { return row.param; });

// With gravity along the plane nothing presses the ball on it.
TEST(Contact, ThatNothingPressesCannotHold) {
    Description d = model_description("ball_on_incline");
    d.gravity = {"g", "0", "0"};
    d.rollings[0].mu = {};
    const Trajectory roll = run(build(d), "auto", 1);
    ASSERT_TRUE(roll.reached_end()) << roll.stop.message;
    ASSERT_EQ(roll.contact_findings.size(), 1U);
    EXPECT_TRUE(roll.contact_findings[0].is_known);
    EXPECT_TRUE(std::isinf(roll.contact_findings[0].friction));
    EXPECT_EQ(roll.contact_findings[0].friction_time, 0);
    EXPECT_FALSE(roll.contact_findings[0].lifts_off);
    d.rollings[0].mu = "3";
    const Trajectory slip = run(build(d), "auto", 1);
    EXPECT_EQ(slip.stop.reason, StopReason::Slips);
    EXPECT_EQ(slip.stop.time, 0);
}

// The hoop in other units of length, and of mass with it.
TEST(Contact, LiftsOffAtTheSameTimeInAllUnits) {
    const double hop = run(changed("littlewood_hoop", {}), "auto", 5).stop.time;
    for (const int exponent : {-30, -10, 10, 30}) {
        const std::string unit = "*10^(" + std::to_string(exponent) + ")";
        const System system = changed("littlewood_hoop", {.parameters = {{"a", "1" + unit},
                                                                         {"g", "9.81" + unit},
                                                                         {"M", "0.05" + unit},
                                                                         {"m", "1" + unit}}});
        const Trajectory there = run(system, "auto", 5);
        ASSERT_EQ(there.stop.reason, StopReason::LiftsOff) << unit << there.stop.message;
        EXPECT_NEAR(there.stop.time, hop, 1e-7) << unit;
    }
}

// A motion in which nothing happens needs nothing, and rounding is no event.
TEST(Contact, AtRestNeedsNoFriction) {
    const Trajectory rest =
        run(changed("ball_on_incline", {.mu = "0", .parameters = {{"alpha", "0"}}}), "auto", 2);
    EXPECT_TRUE(rest.reached_end()) << rest.stop.message;
    EXPECT_EQ(rest.contact_findings[0].friction, 0);
    EXPECT_TRUE(rest.events.empty());
}

// The motion of wheels on one axle is unique, how they share their load is not.
TEST(Contact, WhoseForceIsNotDeterminedIsSaid) {
    const System system = model_file("cart");
    const Trajectory drive = run(system, "auto", 1);
    ASSERT_FALSE(drive.contact_findings.empty());
    for (const ContactFinding& finding : drive.contact_findings) {
        EXPECT_FALSE(finding.is_known);
        EXPECT_THAT(to_texts(finding.sentences()),
                    ::testing::ElementsAre(::testing::HasSubstr("is not determined by the model")));
    }
}

}  // namespace
}  // namespace rattleback::testing
