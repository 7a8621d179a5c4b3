// Constraints that free motion satisfies by itself, written so that their coefficients vanish on the
// way: straight lines, in every form, by every kind of method.

#include <gtest/gtest.h>

#include <cmath>

#include "equations/formulations.hpp"
#include "support/true_run.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback::testing {
namespace {

struct Lines {
    const char* name;
    Description system;
    std::vector<double> q, v;  // at t = 0
};

Description free_motion_of(const std::vector<std::string>& coordinates,
                           const std::vector<std::string>& equations, const std::vector<double>& q,
                           const std::vector<double>& v) {
    Description d;
    std::string lagrangian = "0";
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        d.coordinates.emplace_back(coordinates[i]);
        lagrangian += " + " + coordinates[i] + "'^2/2";
        d.initial.push_back({coordinates[i], std::to_string(q[i])});
        d.initial.push_back({coordinates[i] + "'", std::to_string(v[i])});
    }
    d.lagrangian = lagrangian;
    for (const std::string& equation : equations)
        d.constraints.push_back(
            {.name = "c" + std::to_string(d.constraints.size()), .equation = equation});
    return d;
}

// The areas of (x, y), (z, w) and (p, q), as they are swept on the lines.
const char *const area_xy = "(y*x' - x*y' - 1)", *const area_zw = "(w*z' - z*w' - 2)",
                  *const area_pq = "(q*p' - p*q' - 3)";

Lines lines(const char* name, const std::vector<std::string>& coordinates,
            const std::vector<std::string>& equations, const std::vector<double>& q,
            const std::vector<double>& v) {
    return {name, free_motion_of(coordinates, equations, q, v), q, v};
}

std::vector<Lines> all_lines() {
    const std::string xy = area_xy, zw = area_zw, pq = area_pq;
    const std::vector<double> q{1, 0.5, -1, 1, 1, -0.5}, v{-1, -1.5, 3, -1, -1, -2.5};
    const auto of = [](const std::vector<double>& all, std::size_t n) {
        return std::vector<double>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
    };
    // x·(r·r' of each plane), known in time on the lines.
    const std::string radial =
        "x*(x*x' + y*y' + 7/4 - 13*t/4) + z*(z*z' + w*w' + 4 - 10*t) + "
        "p*(p*p' + q*q' - 1/4 - 29*t/4) = 0";
    const std::vector<std::string> six{"x", "y", "z", "w", "p", "q"};
    return {
        lines("one of three", {"x", "y", "z"}, {xy + " = 0"}, {1, 0.5, 0}, {-1, -1.5, 1}),
        lines("begins where a coefficient is zero", {"x", "y", "z"}, {xy + " = 0"}, {-0.5, 0, 0},
              {1, 2, 1}),
        lines("in all of three", {"x", "y", "z"}, {xy + " + x*(z' - 1) = 0"}, {1, 0.5, 0},
              {-1, -1.5, 1}),
        lines("two of three", {"x", "y", "z"},
              {xy + " + z*(z' - 1) = 0", "(4 + y^2)*(z' - 1) + " + xy + "*x = 0"}, {1, 0.5, -0.3},
              {-1, -1.5, 1}),
        lines("one of four", {"x", "y", "z", "w"}, {xy + "*z + " + zw + "*x = 0"}, of(q, 4),
              of(v, 4)),
        lines("two of four", {"x", "y", "z", "w"},
              {xy + " + x/4*" + zw + " = 0", zw + " + cos(z)/4*" + xy + " = 0"}, of(q, 4),
              of(v, 4)),
        lines("four of six", six, {xy + " = 0", zw + " = 0", pq + " = 0", radial}, q, v),
    };
}

class AffineCharts : public ::testing::TestWithParam<const char*> {};

TEST_P(AffineCharts, StraightLinesStayStraight) {
    for (const Lines& line : all_lines()) {
        const System system = build(line.system);
        for (const Formulation* form : applicable(system)) {
            if (form->name == "vakonomic") continue;
            SCOPED_TRACE(std::string(line.name) + ", " + std::string(form->name));
            const Trajectory run = simulate(
                system, derive(system, form->name),
                {.integration = {.method = GetParam(), .until = 2, .at = {0.5, 1, 1.5, 2}}});
            ASSERT_EQ(run.stop.reason, StopReason::ReachedEnd) << run.stop.message;
            for (std::size_t k = 0; k < run.times.size(); ++k)
                for (std::size_t i = 0; i < line.q.size(); ++i)
                    EXPECT_NEAR(run.states[k][i], line.q[i] + run.times[k] * line.v[i], 1e-7);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, AffineCharts,
                         ::testing::Values("auto", "dopri5", "gauss6", "bdf"),
                         [](const auto& row) { return std::string(row.param); });

// u₁ = x'/y has no value where y = 0, but u₁ = (y x' − x y')/(x² + y²) has.
TEST(AffineCharts, ASpeedHasAValueWhereOneOfItsVelocitiesVanishes) {
    const Description d{.coordinates = {"x", "y", "z", "w"},
                        .lagrangian = "(x'^2 + y'^2 + z'^2 + w'^2)/2",
                        .constraints = {{.name = "a", .equation = "x*x' + y*y' = 0"},
                                        {.name = "b", .equation = "w' = z*y' + x*z'"}},
                        .initial = {{"x", "1"}, {"y'", "1"}, {"z'", "1"}, {"w'", "1"}}};
    const System system = build(d);
    TrueMotion motion(system);
    const TrueRun truth = true_run(motion, {0, {1, 0, 0, 0}, {0, 1, 1, 1}}, {3});
    for (const char* form : {"benenti", "maggi", "kane", "boltzmann_hamel"}) {
        const Trajectory run =
            simulate(system, derive(system, form), {.integration = {.until = 3, .at = {3}}});
        ASSERT_EQ(run.stop.reason, StopReason::ReachedEnd) << run.stop.message;
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_NEAR(run.states[0][i], static_cast<double>(truth.samples[0].q[i]), 1e-9) << form;
    }
}

}  // namespace
}  // namespace rattleback::testing
