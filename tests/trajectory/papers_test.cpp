// What the papers say of motions, seen in computed ones.

#include <gtest/gtest.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "start/initial_state.hpp"
#include "structure/reversibility.hpp"
#include "support/model_file.hpp"
#include "support/reference_values.hpp"
#include "trajectory/closed_forms.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

std::vector<double> reals(const Json& list) {
    std::vector<double> result;
    for (const Real x : numbers(list)) result.push_back(static_cast<double>(x));
    return result;
}

SimulationOptions at(std::vector<double> times) {
    SimulationOptions options;
    options.integration.rtol = options.integration.atol = 1e-13;
    options.integration.until = times.back();
    options.integration.at = std::move(times);
    return options;
}

// [S §4] The field E(t) that keeps q2' = A q1' is the reaction: R = (e E, e E).
TEST(ChargedParticles, GiveTheFieldThatDrivesThem) {
    const System system = model_file("charged_particles_sine");
    const Json known = reference("bs_charged_A1");
    const std::vector<double> field = reals(known["derived"]["E_field"]["values"]);
    for (const Formulation* row : applicable(system)) {
        const Trajectory run =
            simulate(system, derive(system, row->name), at(reals(known["times"])));
        ASSERT_EQ(run.times.size(), field.size()) << row->name << ": " << run.stop.message;
        for (std::size_t i = 0; i < field.size(); ++i) {
            EXPECT_NEAR(run.reactions[i][0], field[i], 1e-9) << row->name;
            EXPECT_NEAR(run.reactions[i][1], field[i], 1e-9) << row->name;
        }
    }
}

// [B 8.1] Two points with springs, as particles: four coordinates and two constraints against the
// paper's x, y, θ.
TEST(OrthogonalVelocities, WithSpringsMoveAsInThePaper) {
    const Json known = reference("b81_springs");
    Description d;
    d.coordinates = {"x1", "y1", "x2", "y2"};
    for (const auto& [name, value] : known["parameters"].items())
        d.parameters.push_back({name, formula(value)});
    d.kinetic = formula(known["kinetic"]);
    d.potential = formula(known["potential"]);
    for (const Json& c : known["constraints"])
        d.constraints.push_back({.equation = formula(c) + " = 0"});
    d.initial = {{"x1", "0.5"},
                 {"y1", "-0.3"},
                 {"x2", "0.5 + rho*cos(0.4)"},
                 {"y2", "-0.3 + rho*sin(0.4)"},
                 {"x1'", "0.8*sin(0.4)"},
                 {"y1'", "-0.8*cos(0.4)"},
                 {"x2'", "(0.8 + 0.6*rho)*sin(0.4)"},
                 {"y2'", "-(0.8 + 0.6*rho)*cos(0.4)"}};
    const System system = build(d);
    const std::vector<double> x2 = reals(known["derived"]["x2"]["values"]);
    const std::vector<double> y2 = reals(known["derived"]["y2"]["values"]);
    for (const char* form : {"lagrange_multipliers", "benenti", "udwadia_kalaba"}) {
        const Trajectory run = simulate(system, derive(system, form), at(reals(known["times"])));
        ASSERT_EQ(run.times.size(), x2.size()) << form << ": " << run.stop.message;
        for (std::size_t i = 0; i < x2.size(); ++i) {
            const std::vector<double> row = reals(known["values"][i]);
            EXPECT_LT(largest_difference(run.states[i].first(4),
                                         std::vector<double>{row[0], row[1], x2[i], y2[i]}),
                      1e-9)
                << form << " at t = " << run.times[i];
        }
    }
}

// [Z 4.12] x goes to Si(w/k)²/(2k²) where w/k = π/2 + mπ, which is positive and finite; otherwise it
// grows as (t cos(w/k))²/2.
TEST(SkateOfGrowingInertia, ComesToAHaltForSomeSpins) {
    struct Row {
        const char *k, *w, *name;
    };
    const Json limits = reference("z412_limits")["values"];
    for (const Row row : {Row{"1", "pi/2", "k=1,w=pi/2"}, Row{"1/2", "3*pi/4", "k=0.5,w=3*pi/4"},
                          Row{"2", "5*pi", "k=2,w=5*pi"}}) {
        Description d = model_file("skate_growing_inertia").description;
        d.parameters = {{"k", row.k}, {"w", row.w}};
        const System system = build(d);
        const Trajectory run = simulate(system, derive(system, "benenti"), at({25, 50}));
        const double limit = static_cast<double>(number(limits[row.name]));
        EXPECT_NEAR(run.states[1][0], limit, 1e-7) << row.name;
        SimulationOptions by_size = at({25, 50});
        by_size.integration.atol = 0;
        EXPECT_NEAR(simulate(system, derive(system, "benenti"), by_size).states[1][0], limit, 1e-7)
            << row.name;
        d.parameters = {{"k", row.k}, {"w", std::string("11/10*") + row.w}};
        const System other = build(d);
        const Trajectory runs_away = simulate(other, derive(other, "benenti"), at({25, 50}));
        EXPECT_GT(runs_away.states[1][0], 3.5 * runs_away.states[0][0]) << row.name;
    }
}

// From the state after some time with all velocities turned round, for the same time again.
std::vector<double> there_and_back(const System& system, double time) {
    const Equations equations = derive(system, "lagrange_multipliers");
    const Trajectory there = simulate(system, equations, at({time}));
    std::vector<double> state(there.states[0].begin(), there.states[0].end());
    for (std::size_t i = system.size(); i < state.size(); ++i) state[i] = -state[i];
    SimulationOptions options = at({time});
    const Trajectory back = simulate(system, equations, state, options);
    EXPECT_TRUE(back.reached_end()) << back.stop.message;
    return {back.states[0].begin(),
            back.states[0].begin() + static_cast<std::ptrdiff_t>(system.size())};
}

TEST(Reversal, LeadsBackWhereTheAnalysisSaysSo) {
    for (const char* name :
         {"skate", "parallel_points_spring", "chaplygin_sleigh", "trailers2", "voronec_linear"}) {
        const System system = model_file(name);
        ASSERT_EQ(reversibility(system).reversible, Answer::Yes) << name;
        const std::vector<double> start =
            initial_state(system, derive(system, "lagrange_multipliers")).state;
        EXPECT_LT(
            largest_difference(there_and_back(system, 2), std::span(start).first(system.size())),
            1e-9)
            << name;
    }
}

TEST(Reversal, DoesNotLeadBackWhereTimeCounts) {
    const System system = model_file("skate_growing_inertia");
    ASSERT_EQ(reversibility(system).reversible, Answer::No);
    const std::vector<double> start =
        initial_state(system, derive(system, "lagrange_multipliers")).state;
    EXPECT_GT(largest_difference(there_and_back(system, 2), std::span(start).first(system.size())),
              1e-2);
}

}  // namespace
}  // namespace rattleback::testing
