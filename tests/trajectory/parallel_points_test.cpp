// Two points with parallel velocities and a spring [B 8.3.2]: the cases A to D with equal and
// different masses and speeds, one of them zero in some. The system is integrable, which the paper
// did not see. With s = m₁v₁² + m₂v₂² and p = P²/(m₁ + m₂), orbits close when 2Ep − p² − kJ < 0 and
// drift when it is > 0; the table of tests/data has periods and displacements to 20 digits.

#include <gtest/gtest.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "support/model_file.hpp"
#include "support/reference_values.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

double real(const Json& text) { return static_cast<double>(number(text)); }

struct Case {
    std::string name;
    Json row;
};

std::vector<Case> cases() {
    std::vector<Case> result;
    const Json table = reference("b832_regimes");
    for (const Json& row : table["rows"]) result.push_back({row["case"].text, row});
    return result;
}

System points(const Json& row) {
    Description d = model_file("parallel_points_spring").description;
    d.parameters = {{"m1", row["m1"].text}, {"m2", row["m2"].text}, {"k", "1"}};
    d.initial = {{"x2", row["distance"].text},
                 {"v1", row["v1"].text},
                 {"v2", row["v2"].text},
                 {"theta", row["theta0"].text}};
    return build(d);
}

SimulationOptions at(std::vector<double> times) {
    SimulationOptions options;
    options.integration.rtol = options.integration.atol = 1e-13;
    options.integration.until = times.back();
    options.integration.at = std::move(times);
    return options;
}

class ParallelPoints : public ::testing::TestWithParam<Case> {};

// State: x1, y1, x2, y2, v1, v2, theta.
TEST_P(ParallelPoints, CloseOrDriftAsTheIntegralsSay) {
    const Json& row = GetParam().row;
    if (!row.contains("period_of_w")) GTEST_SKIP() << "no period: uniform motion";
    const System system = points(row);
    const double period = real(row["period_of_w"]);
    const Trajectory run = simulate(system, derive(system, "benenti"), at({period, 2 * period}));
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    const double shift_x = real(row["displacement_of_P1_per_period_of_w"][0]);
    const double shift_y = real(row["displacement_of_P1_per_period_of_w"][1]);
    EXPECT_NEAR(run.states[0][0], shift_x, 1e-10);
    EXPECT_NEAR(run.states[0][1], shift_y, 1e-10);
    EXPECT_NEAR(run.states[0][6] - real(row["theta0"]), real(row["theta_advance_per_period_of_w"]),
                1e-10);
    const bool drifts = row["w_changes_sign"].text == "true";
    EXPECT_EQ(drifts, real(row["2Ep-p^2-kJ"]) > 0);
    const double times = drifts ? 2 : 0;
    const double d = real(row["distance"]);
    EXPECT_NEAR(run.states[1][0], times * shift_x, 1e-10);
    EXPECT_NEAR(run.states[1][1], times * shift_y, 1e-10);
    EXPECT_NEAR(run.states[1][2], d + times * shift_x, 1e-10);
    EXPECT_NEAR(run.states[1][3], times * shift_y, 1e-10);
}

TEST_P(ParallelPoints, KeepTheirIntegrals) {
    const Json& row = GetParam().row;
    const System system = points(row);
    const double m1 = real(row["m1"]), m2 = real(row["m2"]);
    const Trajectory run = simulate(system, derive(system, "benenti"), at({1, 3, 7, 12, 20}));
    ASSERT_TRUE(run.reached_end()) << run.stop.message;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
        const auto y = run.states[i];
        const double rx = y[2] - y[0], ry = y[3] - y[1], s = m1 * y[4] * y[4] + m2 * y[5] * y[5];
        const double across = -rx * std::sin(y[6]) + ry * std::cos(y[6]);
        EXPECT_NEAR(m1 * y[4] + m2 * y[5], real(row["P"]), 1e-9);
        EXPECT_NEAR((s + rx * rx + ry * ry) / 2, real(row["E"]), 1e-8);
        EXPECT_NEAR(across * across * s, real(row["J"]), 1e-7);
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, ParallelPoints, ::testing::ValuesIn(cases()),
                         [](const auto& row) { return row.param.name; });

TEST(ParallelPoints, OfEqualVelocitiesGoStraight) {
    // Case B, v₁ = v₂: "they cannot converge", whatever the masses.
    for (const char* m2 : {"1", "4", "7/2"}) {
        Description d = model_file("parallel_points_spring").description;
        d.parameters = {{"m1", "1"}, {"m2", m2}, {"k", "1"}};
        d.initial = {{"x2", "2"}, {"v1", "1"}, {"v2", "1"}, {"theta", "pi/2"}};
        const System system = build(d);
        const Trajectory run = simulate(system, derive(system, "benenti"), at({10}));
        EXPECT_NEAR(run.states[0][0], 0, 1e-10) << m2;
        EXPECT_NEAR(run.states[0][1], 10, 1e-10) << m2;
        EXPECT_NEAR(run.states[0][2], 2, 1e-10) << m2;
        EXPECT_NEAR(run.states[0][3], 10, 1e-10) << m2;
    }
}

TEST(ParallelPoints, MayGoRoundInCircles) {
    // Case A at k d² = s: speeds stay 1 and −2, directions turn at the rate k (v₂ − v₁) d/s = −1.
    const Json row = [] {
        for (const Case& c : cases())
            if (c.name == "A_circle") return c.row;
        throw std::runtime_error("the table has no circle");
    }();
    const System system = points(row);
    const Trajectory run = simulate(system, derive(system, "benenti"), at({1, 2.5, 10}));
    for (std::size_t i = 0; i < run.times.size(); ++i) {
        const double t = run.times[i];
        EXPECT_NEAR(run.states[i][0], 1 - std::cos(t), 1e-10);
        EXPECT_NEAR(run.states[i][1], std::sin(t), 1e-10);
        EXPECT_NEAR(run.states[i][2], 1 + 2 * std::cos(t), 1e-10);
        EXPECT_NEAR(run.states[i][3], -2 * std::sin(t), 1e-10);
    }
}

}  // namespace
}  // namespace rattleback::testing
