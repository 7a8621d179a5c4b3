// Motions that begin where some variables have no value, against closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "start/branch.hpp"
#include "support/chart_systems.hpp"
#include "trajectory/regular_form.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

// The coordinates at t in the form benenti.
std::vector<double> end_of(const Description& d, double t) {
    const System system = on_initial_branch(build(d)).system;
    const Trajectory run =
        simulate(system, derive(system, "benenti"), {.integration = {.until = t, .at = {t}}});
    EXPECT_EQ(run.stop.reason, StopReason::ReachedEnd) << run.stop.message;
    return {run.states[run.times.size() - 1].begin(), run.states[run.times.size() - 1].end()};
}

TEST(Charts, ParallelPointsFromADirectionAsDoublesHaveIt) {
    const std::vector<double> end = end_of(parallel_points(), 5);
    EXPECT_NEAR(end[0], 1 - std::cos(5.0), 1e-8);
    EXPECT_NEAR(end[1], std::sin(5.0), 1e-8);
    EXPECT_NEAR(end[2], 1 + 2 * std::cos(5.0), 1e-8);
    EXPECT_NEAR(end[3], -2 * std::sin(5.0), 1e-8);
}

// v' = −cos φ along the blade with φ = φ₀ + t: v = v₀ + sin φ₀ − sin φ, and x' = v cos φ.
TEST(Charts, SkatesByTangents) {
    for (const double t : {2.0, 5.0})
        for (const double start : {0.0, std::acos(-1.0) / 2}) {
            const bool upright = start > 0;
            for (const char* text : {"y' = x'*tan(phi)", "x' = y'/tan(phi)"}) {
                Description d = skate_by(text, upright ? "pi/2" : "0");
                d.initial.push_back({upright ? "y'" : "x'", "2"});
                const auto end = end_of(d, t);
                const double phi = start + t, v0 = 2 + std::sin(start);
                const double x = v0 * (std::sin(phi) - std::sin(start)) -
                                 (std::pow(std::sin(phi), 2) - std::pow(std::sin(start), 2)) / 2;
                EXPECT_NEAR(end[0], x, 1e-9) << text << " from " << start;
            }
        }
}

TEST(Charts, ARegularFormIsTheFormItselfWhereItNeverFails) {
    const System fine = build(never_vanishing_pivot()), sphere = build(spherical_pendulum());
    EXPECT_EQ(regular_form(fine, derive(fine, "benenti")).used.equations.form, "benenti");
    const RegularForm other = regular_form(sphere, derive(sphere, "benenti"));
    EXPECT_EQ(other.used.equations.form, "lagrange_multipliers");
    ASSERT_TRUE(other.choice);
    EXPECT_EQ(to_text(other.choice->sentence()),
              "The form is lagrange_multipliers, in all velocities, because benenti divides by z, "
              "which may vanish.");
}

}  // namespace
}  // namespace rattleback::testing
