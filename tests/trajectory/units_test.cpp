// A model in other units of mass, length and time has the same motion, ends for the same reason, and
// passes the same checks.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "dynamics/motion_checks.hpp"
#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

// Powers of the units.
struct Dimension {
    int mass = 0, length = 0, time = 0;

    int in(const Dimension& units) const {
        return mass * units.mass + length * units.length + time * units.time;
    }
};

constexpr Dimension number{}, mass{1}, length{0, 1}, inertia{1, 2}, gravity{0, 1, -2},
    speed{0, 1, -1}, spin{0, 0, -1}, stiffness{1, 0, -2};

struct Case {
    std::string model;
    // Of parameters, coordinates and initial values, but for those written by parameters.
    std::map<std::string, Dimension> dimensions;
    double until;
};

const Case cases[] = {
    {"appell_hamel",
     {{"m", mass},
      {"g", gravity},
      {"x", length},
      {"y", length},
      {"z", length},
      {"x'", speed},
      {"y'", speed},
      {"z'", speed}},
     15},
    {"chaplygin_sleigh",
     {{"m", mass}, {"J", inertia}, {"a", length}, {"x", length}, {"y", length}, {"phi'", spin}},
     10},
    {"rolling_disc",
     {{"m", mass}, {"r", length}, {"g", gravity}, {"spin", spin}, {"x", length}, {"y", length}},
     5},
    {"parallel_points_spring",
     {{"m1", mass},
      {"m2", mass},
      {"k", stiffness},
      {"x1", length},
      {"y1", length},
      {"x2", length},
      {"y2", length},
      {"v1", speed},
      {"v2", speed}},
     10},
    {"rattleback",
     {{"a", length},
      {"b", length},
      {"c", length},
      {"h", length},
      {"M", mass},
      {"A", inertia},
      {"B", inertia},
      {"C", inertia},
      {"D", inertia},
      {"g", gravity},
      {"spin", spin},
      {"x", length},
      {"y", length},
      {"z", length}},
     0.5},
};

Dimension of(const Case& each, const std::string& name) {
    const auto found = each.dimensions.find(name);
    return found == each.dimensions.end() ? number : found->second;
}

System in_units(const Case& each, const Dimension& units) {
    Description d = model_file(each.model).description;
    const auto convert = [&](Assignment& value) {
        const int power = of(each, value.name.text()).in(units);
        if (power != 0)
            value.formula = "(" + value.formula.text() + ")*10^(" + std::to_string(power) + ")";
    };
    std::ranges::for_each(d.parameters, convert);
    std::ranges::for_each(d.initial, convert);
    d.expect.clear();
    return build(d);
}

struct Outcome {
    std::vector<double> places;
    StopReason reason;
    double time;
};

Outcome outcome(const Case& each, const Dimension& units) {
    const System system = in_units(each, units);
    const double second = std::pow(10.0, units.time);
    SimulationOptions options;
    options.integration.until = each.until * second;
    options.integration.dense = true;
    const Equations equations = derive(system, "benenti");
    const Trajectory run = simulate(system, equations, options);
    Outcome result{{}, run.stop.reason, run.stop.time / second};
    for (std::size_t i = 0; i < system.size(); ++i) {
        const int power = of(each, run.columns[i]).in(units);
        result.places.push_back(run.stop.state[i] * std::pow(10.0, -power));
    }
    for (const MotionCheck& check : check_motion(system, equations, run))
        EXPECT_TRUE(check.holds()) << each.model << ", " << check.name << ": " << check.largest
                                   << ", allowed " << check.allowed;
    return result;
}

// x in other units than y, and angles in no good ones: the sleigh takes the same steps.
TEST(Units, MayDifferBetweenCoordinates) {
    const auto run_of = [](const std::string& x, const std::string& y, const char* method) {
        const System system = build(
            {.coordinates = {"x", "y", "phi"},
             .definitions = {{"u", "10^" + x + "*x' - 10^" + x + "*phi'*sin(10^" + x + "*phi)/2"},
                             {"w", "10^" + y + "*y' + 10^" + x + "*phi'*cos(10^" + x + "*phi)/2"}},
             .lagrangian = "(u^2 + w^2)/2 + (10^" + x + "*phi')^2/2",
             .constraints = {{.equation = "10^" + y + "*y'*cos(10^" + x + "*phi) = 10^" + x +
                                          "*x'*sin(10^" + x + "*phi)"}},
             .initial = {{"phi'", "10^(-(" + x + "))"}}});
        const Equations equations = derive(system, "benenti");
        SimulationOptions options;
        options.integration.until = 20;
        options.integration.method = method;
        options.integration.dense = true;
        const Trajectory run = simulate(system, equations, options);
        for (const MotionCheck& check : check_motion(system, equations, run))
            EXPECT_TRUE(check.holds()) << method << ", " << check.name << ": " << check.largest
                                       << ", allowed " << check.allowed;
        return run.statistics.steps;
    };
    for (const char* method : {"taylor", "dop853", "bdf", "gauss6"}) {
        const auto ours = static_cast<double>(run_of("0", "0", method));
        EXPECT_NEAR(static_cast<double>(run_of("2", "(-7)", method)), ours, ours / 5) << method;
        EXPECT_NEAR(static_cast<double>(run_of("(-9)", "12", method)), ours, ours / 5) << method;
    }
}

// (x − 1)³ + y = 0, multiplied out, with a heavy y: rounding of the constraint moves x by 10⁻¹¹ of itself,
// and a state is brought back to it as far as that, whatever x is measured in.
TEST(Units, DoNotMatterForWhatIsBroughtBackToAConstraint) {
    std::vector<double> ends;
    for (const int power : {0, -8, 8, -30, 30}) {
        const std::string unit = "10^(" + std::to_string(power) + ")", x = "(x/" + unit + ")";
        const System system = build(
            {.coordinates = {"x", "y"},
             .lagrangian = "((x'/" + unit + ")^2 + 1e12*y'^2)/2",
             .constraints = {{.equation = x + "^3 - 3*" + x + "^2 + 3*" + x + " - 1 + y = 0"}},
             .initial = {{"x", "1.003*" + unit}, {"y", "-(0.003)^3"}, {"x'", "0.1*" + unit}}});
        SimulationOptions options;
        options.integration.until = 3;
        const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), options);
        EXPECT_TRUE(run.reached_end()) << power << ": " << run.stop.message;
        ends.push_back(run.stop.state[0] / std::pow(10.0, power));
        EXPECT_NEAR(ends.back(), ends.front(), 1e-8) << power;
    }
}

TEST(Units, DoNotMatter) {
    for (const Case& each : cases) {
        const Outcome ours = outcome(each, {});
        for (const Dimension& units :
             {Dimension{30}, {-30}, {0, 30}, {0, -30}, {0, 0, 30}, {0, 0, -30}, {17, -9, -25}}) {
            const Outcome theirs = outcome(each, units);
            const std::string where = each.model + " in 10^" + std::to_string(units.mass) +
                                      ", 10^" + std::to_string(units.length) + ", 10^" +
                                      std::to_string(units.time);
            EXPECT_EQ(theirs.reason, ours.reason) << where;
            EXPECT_NEAR(theirs.time / ours.time, 1, 1e-9) << where;
            for (std::size_t i = 0; i < ours.places.size(); ++i)
                EXPECT_NEAR(theirs.places[i], ours.places[i], 1e-8) << where << " " << i;
        }
    }
}

// x and y are held at rest by two constraints, and their velocities are the rounding of what holds
// them: no step is short enough for a tolerance below that.
TEST(Units, AToleranceBelowRoundingIsNotAskedFor) {
    const System system = build({.coordinates = {"x", "y", "z"},
                                 .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z^2/2 + x",
                                 .constraints = {{.equation = "sin(z)*x' + 2*cos(z)*y' = 0"},
                                                 {.equation = "cos(z)*x' - 3*sin(z + 1)*y' = 0"}},
                                 .initial = {{"z", "1"}}});
    for (const char* method : {"auto", "dop853", "gauss6", "adams", "bdf"}) {
        SimulationOptions options;
        options.integration = {
            .method = method, .rtol = 1e-9, .atol = 1e-21, .until = 3, .most_steps = 20'000};
        const Trajectory run = simulate(system, derive(system, "lagrange_multipliers"), options);
        EXPECT_TRUE(run.reached_end()) << method << ": " << run.stop.message;
        EXPECT_NEAR(run.stop.state[2], std::cos(3.0), 1e-6) << method;
        EXPECT_NEAR(run.stop.state[0], 0, 1e-13) << method;
    }
}

}  // namespace
}  // namespace rattleback::testing
