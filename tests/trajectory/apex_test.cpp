// The apex of a cone of velocities: x'² = y'² + z'² with masses 1 and a constant force.
//
// With (x', y', z') = s·(1, cos α, sin α) and the force (f, g, 0),
//
//     s' = (f + g cos α)/2 ,    s α' = −g sin α .
//
// From f = −1, g = −1/2 follows s = C cot(α/2)/√(sin α): all motions come to the apex, along α = π, after
// a time that is an integral over α. From f = 0, g = 1 follows s·√(sin α) = C: all pass it by.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <span>

#include "equations/formulations.hpp"
#include "model/system.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

const std::vector<std::string> forms{"lagrange_multipliers", "udwadia_kalaba", "maggi"};
const std::vector<std::string> methods{"auto", "dopri5", "dop853", "vern9", "gauss6", "bdf"};

System on_cone(const std::string& potential, const std::string& y_rate, const std::string& z_rate) {
    return build({.coordinates = {"x", "y", "z"},
                  .lagrangian = "(x'^2 + y'^2 + z'^2)/2 - (" + potential + ")",
                  .constraints = {{.name = "cone", .equation = "x'^2 = y'^2 + z'^2"}},
                  .initial = {{"x'", "sqrt((" + y_rate + ")^2 + (" + z_rate + ")^2)"},
                              {"y'", y_rate},
                              {"z'", z_rate}}});
}

Trajectory run(const System& system, const std::string& form, const std::string& method,
               double rtol) {
    SimulationOptions options;
    options.integration.method = method;
    options.integration.rtol = rtol;
    options.integration.until = 3;
    return simulate(system, derive(system, form), options);
}

std::span<const double> velocities(const Trajectory& trajectory, std::size_t sample) {
    if (trajectory.velocities.size() > sample) return trajectory.velocities[sample];
    return trajectory.states[sample].subspan(3);
}

// ∫ s/(−g sin α) dα from α₀ to π, with π − α = u².
double time_to_apex(double y_rate, double z_rate) {
    const double alpha = std::atan2(z_rate, y_rate);
    const double c = std::hypot(y_rate, z_rate) * std::tan(alpha / 2) * std::sqrt(std::sin(alpha));
    const auto integrand = [](double u) {
        return u == 0 ? 1 : 2 * u * std::tan(u * u / 2) / std::pow(std::sin(u * u), 1.5);
    };
    constexpr int parts = 2000;
    const double h = std::sqrt(std::numbers::pi - alpha) / parts;
    double sum = integrand(0) + integrand(parts * h);
    for (int i = 1; i < parts; ++i) sum += (i % 2 == 0 ? 2 : 4) * integrand(i * h);
    return 2 * c * sum * h / 3;
}

TEST(Apex, EndsAMotionThatComesToIt) {
    const System system = on_cone("x + y/2", "1", "3/10");
    const double end = time_to_apex(1, 0.3);
    for (const std::string& form : forms)
        for (const std::string& method : methods)
            for (const double rtol : {1e-6, 1e-9, 1e-12}) {
                if (method == "vern9" && rtol == 1e-6) continue;  // its polynomial is too coarse
                const Trajectory trajectory = run(system, form, method, rtol);
                EXPECT_EQ(trajectory.stop.reason, StopReason::SingularState)
                    << form << ", " << method << ", " << rtol;
                EXPECT_NEAR(trajectory.stop.time, end, 1e-7 + 100 * rtol)
                    << form << ", " << method << ", " << rtol;
            }
}

TEST(Apex, IsPassedByByAMotionThatTurnsRoundIt) {
    for (const char* z_rate : {"1/1000", "10^(-6)", "10^(-10)"}) {
        const System system = on_cone("-y", "-1", z_rate);
        for (const std::string& form : forms)
            for (const std::string& method : methods) {
                const Trajectory trajectory = run(system, form, method, 1e-7);
                ASSERT_TRUE(trajectory.reached_end()) << form << ", " << method << ", " << z_rate;
                const auto first = velocities(trajectory, 0);
                const auto last = velocities(trajectory, trajectory.times.size() - 1);
                // s √(sin α) = √(x' z').
                EXPECT_NEAR(std::sqrt(last[0] * last[2] / (first[0] * first[2])), 1, 1e-3)
                    << form << ", " << method << ", " << z_rate;
            }
    }
}

}  // namespace
}  // namespace rattleback
